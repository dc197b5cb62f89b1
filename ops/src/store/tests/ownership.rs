//! One owner, whose writing counts; others only command.

use super::*;

#[test]
fn an_experiment_has_one_owner() {
    let place = Place::new("lease");
    let (one, two) = (Store::open(&place.0).unwrap(), Store::open(&place.0).unwrap());
    let id = one.put(&draft("leased")).unwrap();
    let lease = one.lease(id).unwrap();
    let Err(Error::Taken { name, owner }) = two.lease(id) else { panic!("it is taken") };
    assert_eq!(name, "leased");
    assert!(owner.starts_with(&format!("process {} on ", std::process::id())), "{owner}");
    one.set_state(&lease, State::Running, None).unwrap();
    assert_eq!(two.experiment(id).unwrap().state, State::Running);
    // A dead owner's lock is free, whatever the table says.
    drop(lease);
    let seen = two.experiment(id).unwrap();
    assert_eq!((seen.state, seen.owner), (State::Waiting, None));
    let lease = two.lease(id).unwrap();
    two.release(&lease, State::Stopped, None).unwrap();
    let kept = one.lease(id);
    assert!(kept.is_ok(), "given back although the lease still is somewhere");
}

#[test]
fn an_owner_without_its_lease_writes_nothing() {
    let place = Place::new("fence");
    let store = Store::open(&place.0).unwrap();
    let id = store.put(&draft("fenced")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    // A process on another machine, which does not see the lock, took it after it had expired.
    store
        .write(|write| Ok(write.execute("UPDATE experiment SET lease = lease + 1, host = 'other'", [])?))
        .unwrap();
    let before = store.study(id).unwrap();
    let history = [generation(0)];
    assert!(matches!(store.commit(&lease, &step(run, &history, &[], b"late")), Err(Error::Lost)));
    assert!(matches!(store.set_run(&lease, run, State::Done, 1.0), Err(Error::Lost)));
    assert!(matches!(store.set_state(&lease, State::Done, None), Err(Error::Lost)));
    assert!(matches!(store.renew(&lease), Err(Error::Lost)));
    assert_eq!(store.study(id).unwrap(), before);
    drop(lease);
    assert!(matches!(store.lease(id), Err(Error::Taken { .. })), "the other machine has time left");
    assert!(matches!(store.delete(id), Err(Error::InUse { .. })));
    store.write(|write| Ok(write.execute("UPDATE experiment SET state = 'running'", [])?)).unwrap();
    store.write(|write| Ok(seal::forge(write)?)).unwrap();
    let seen = store.experiment(id).unwrap();
    assert!(seen.state == State::Running && seen.owner.is_some(), "no lock is to be seen from here");
    store.write(|write| Ok(write.execute("UPDATE experiment SET expires = 0", [])?)).unwrap();
    let seen = store.experiment(id).unwrap();
    assert_eq!((seen.state, seen.owner), (State::Waiting, None), "it has not been heard of for long");
    assert!(store.lease(id).is_ok());
}

#[test]
fn a_full_store_keeps_what_it_has() {
    let place = Place::new("full");
    let store = Store::open(&place.0).unwrap();
    let id = store.put(&draft("full")).unwrap();
    let run = store.experiment(id).unwrap().runs[0].id;
    let lease = store.lease(id).unwrap();
    let first = [generation(0)];
    store.commit(&lease, &step(run, &first, &[], b"small")).unwrap();
    let pages: i64 = store.connection().pragma_query_value(None, "page_count", |row| row.get(0)).unwrap();
    let set = |pages: i64| {
        store.connection().pragma_update_and_check(None, "max_page_count", pages, |_| Ok(())).unwrap();
    };
    set(pages + 2);
    let second = [generation(1)];
    let large = vec![7; 100_000];
    let error = store.commit(&lease, &step(run, &second, &[], &large)).unwrap_err();
    assert!(matches!(error, Error::Full(_)), "{error}");
    assert_eq!(store.study(id).unwrap().runs[0].history.len(), 1, "all or nothing");
    assert_eq!(store.snapshot(run).unwrap().unwrap(), b"small");
    set(1 << 30);
    store.commit(&lease, &step(run, &second, &[], &large)).unwrap();
    assert_eq!(store.study(id).unwrap().runs[0].history.len(), 2);
}

#[test]
fn wishes_are_heard_once() {
    let store = Arc::new(Store::in_memory().unwrap());
    let id = store.put(&draft("wished")).unwrap();
    let old = store.lease(id).unwrap();
    assert_eq!(store.take_command(&old).unwrap(), None);
    store.send_command(id, PendingCommand::Pause).unwrap();
    store.send_command(id, PendingCommand::Stop).unwrap();
    assert_eq!(store.take_command(&old).unwrap(), Some(PendingCommand::Stop));
    assert_eq!(store.take_command(&old).unwrap(), None);
    store.send_command(id, PendingCommand::Pause).unwrap();
    store.release(&old, State::Waiting, None).unwrap();
    let new = store.lease(id).unwrap();
    assert_eq!(
        store.take_command(&new).unwrap(),
        None,
        "a new owner need not hear what the last one was told"
    );
    store.send_command(id, PendingCommand::Pause).unwrap();
    assert!(
        matches!(store.take_command(&old), Err(Error::Lost)),
        "nor does the last one hear what the new one is told"
    );
    assert_eq!(store.take_command(&new).unwrap(), Some(PendingCommand::Pause));
    assert!(matches!(store.send_command(77, PendingCommand::Stop), Err(Error::Absent(77))));
}

/// The clock decides nothing about owners of this machine: their locks do.
#[test]
fn clocks_that_jump_take_nothing_from_an_owner_of_this_machine() {
    let place = Place::new("clock");
    let (one, two) = (Store::open(&place.0).unwrap(), Store::open(&place.0).unwrap());
    let id = one.put(&draft("clock")).unwrap();
    let lease = one.lease(id).unwrap();
    let expire = |time: i64| {
        one.write(|write| Ok(write.execute("UPDATE experiment SET expires = ?1", [time])?)).unwrap();
    };
    for time in [0, now() - 1_000_000, now() + 1_000_000] {
        expire(time);
        assert!(matches!(two.lease(id), Err(Error::Taken { .. })), "{time}");
        one.set_state(&lease, State::Running, None).unwrap();
    }
    expire(now() + 1_000_000);
    drop(lease);
    assert!(two.lease(id).is_ok(), "a dead owner gives way, whatever its lease says");
}
