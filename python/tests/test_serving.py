"""The server, begun by the interpreter."""

import json
import os
import subprocess
import sys
import time
import urllib.request

import pytest

COMMAND = ["-m", "unstuck", "serve", "--port", "0", "--threads", "1", "--json"]
FUNCTION = ["-c", "import unstuck; raise SystemExit(unstuck.serve(port=0, json=True))"]


@pytest.mark.parametrize("words", [COMMAND, FUNCTION], ids=["command", "function"])
def test_datasets_are_made_under_the_interpreter_too(words, tmp_path):
    environment = {**os.environ, "UNSTUCK_STORE": str(tmp_path / "store.db")}
    with subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=environment) as server:
        try:
            told = ""
            while not told.rstrip().endswith("}"):
                line = server.stdout.readline()
                assert line, told
                told += line
            address = json.loads(told)["address"].rstrip("/")

            def ask(path, body=None):
                data = None if body is None else json.dumps(body).encode()
                request = urllib.request.Request(address + path, data, {"Content-Type": "application/json"})
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return json.load(answer)

            wanted = {"kind": "dataset", "name": "few", "domain": "tiles", "source": "all", "instances": ["tiles:1 0 2 3"]}
            job = ask("/api/jobs", wanted)
            while job["state"] in ("waiting", "running"):
                time.sleep(0.05)
                job = ask(f"/api/jobs/{job['id']}")
            assert job["state"] == "done", job
            assert ask("/api/datasets/few")["dataset"]["rows"] == 12
        finally:
            server.kill()
