# Sliding tiles, for programs of one's own.
#
# A board is an array of tiles, row by row, 0 the blank; boards have at most 36 cells. Once per goal: tiles_prepare(p,
# goal, width, height), and then tiles_prepare_walking_distance(p), which takes a moment, if the heuristic reads
# walking_distance (on boards up to 4×4; 0 on larger ones). A state s is a board.

INSTANCE = 136
INSTANCE_WITH_WALKING_DISTANCE = 262280
STATE = 36
WIDTH = 0
HEIGHT = 1
CELL_COUNT = 2
HOMES = 8
GOAL = 72


def tiles_prepare(p: list, goal: list, width: int, height: int):
    p[WIDTH] = width
    p[HEIGHT] = height
    p[CELL_COUNT] = width * height
    for cell in range(0, width * height):
        p[HOMES + goal[cell]] = cell
        p[GOAL + cell] = goal[cell]


def row_of(p: list, cell: int) -> int:
    return cell // p[WIDTH]


def column_of(p: list, cell: int) -> int:
    return cell % p[WIDTH]


def cells_apart(p: list, a: int, b: int) -> int:
    rows = row_of(p, a) - row_of(p, b)
    if rows < 0:
        rows = -rows
    columns = column_of(p, a) - column_of(p, b)
    if columns < 0:
        columns = -columns
    return rows + columns


def feature_zero() -> int:
    return 0


def feature_misplaced(p: list, s: list) -> int:
    count = 0
    for cell in range(0, p[CELL_COUNT]):
        if s[cell] != 0 and p[HOMES + s[cell]] != cell:
            count += 1
    return count


def feature_manhattan(p: list, s: list) -> int:
    sum = 0
    for cell in range(0, p[CELL_COUNT]):
        if s[cell] != 0:
            sum += cells_apart(p, cell, p[HOMES + s[cell]])
    return sum


def feature_out_of_row(p: list, s: list) -> int:
    count = 0
    for cell in range(0, p[CELL_COUNT]):
        if s[cell] != 0 and row_of(p, cell) != row_of(p, p[HOMES + s[cell]]):
            count += 1
    return count


def feature_out_of_column(p: list, s: list) -> int:
    count = 0
    for cell in range(0, p[CELL_COUNT]):
        if s[cell] != 0 and column_of(p, cell) != column_of(p, p[HOMES + s[cell]]):
            count += 1
    return count


def feature_blank_distance(p: list, s: list) -> int:
    for cell in range(0, p[CELL_COUNT]):
        if s[cell] == 0:
            return cells_apart(p, cell, p[HOMES])
    return 0


# Tiles of a line that have to leave it: those that belong to it, less the longest run of them in the right order.
def tiles_to_take_out(p: list, s: list, first: int, step: int, length: int, vertical: int) -> int:
    longest = [0] * 8
    tiles = 0
    best = 0
    for at in range(0, length):
        cell = first + at * step
        home = p[HOMES + s[cell]]
        place = column_of(p, home)
        belongs = row_of(p, home) - row_of(p, cell)
        if vertical != 0:
            place = row_of(p, home)
            belongs = column_of(p, home) - column_of(p, cell)
        if s[cell] != 0 and belongs == 0:
            tiles += 1
            run = 1
            for before in range(0, place):
                if longest[before] >= run:
                    run = longest[before] + 1
            longest[place] = run
            if run > best:
                best = run
    return tiles - best


def feature_linear_conflict(p: list, s: list) -> int:
    out = 0
    for row in range(0, p[HEIGHT]):
        out += tiles_to_take_out(p, s, row * p[WIDTH], 1, p[WIDTH], 0)
    for column in range(0, p[WIDTH]):
        out += tiles_to_take_out(p, s, column, p[WIDTH], p[HEIGHT], 1)
    return feature_manhattan(p, s) + 2 * out


def feature_gaschnig(p: list, s: list) -> int:
    seen = [0] * STATE
    swaps = 0
    for start in range(0, p[CELL_COUNT]):
        cell = start
        length = 0
        blank = 0
        while seen[cell] == 0:
            seen[cell] = 1
            length += 1
            if s[cell] == 0:
                blank = 1
            cell = p[HOMES + s[cell]]
        if length > 1:
            swaps += length + 1 - 2 * blank
    return swaps


def feature_inversions(p: list, s: list) -> int:
    count = 0
    for cell in range(0, p[CELL_COUNT]):
        for before in range(0, cell):
            if s[cell] != 0 and s[before] != 0 and p[HOMES + s[before]] > p[HOMES + s[cell]]:
                count += 1
    return count


# The outer cells of a 3×3 board, clockwise.
def ring(at: int) -> int:
    if at < 3:
        return at
    if at == 3:
        return 5
    if at < 7:
        return 12 - at
    return 3


def feature_nilsson_sequence(p: list, s: list) -> int:
    if p[WIDTH] != 3 or p[HEIGHT] != 3:
        return 0
    successor = [0] * 9
    first = 0
    last = 0
    for at in range(0, 8):
        home = p[GOAL + ring(at)]
        if home != 0:
            if last == 0:
                first = home
            else:
                successor[last] = home
            last = home
    successor[last] = first
    score = 0
    first = 0
    last = 0
    for at in range(0, 8):
        here = s[ring(at)]
        if here != 0:
            if last == 0:
                first = here
            elif successor[last] != here:
                score += 2
            last = here
    if successor[last] != first:
        score += 2
    if s[4] != p[GOAL + 4]:
        score += 1
    return feature_manhattan(p, s) + 3 * score


# Notes the tile at home in a cell next to a corner; gives 1 if it was not noted before.
def step_aside(p: list, s: list, cell: int, aside: list) -> int:
    if p[GOAL + cell] == 0 or s[cell] != p[GOAL + cell] or aside[cell] != 0:
        return 0
    aside[cell] = 1
    return 1


def feature_corner_tiles(p: list, s: list) -> int:
    aside = [0] * STATE
    count = 0
    for corner in range(0, 4):
        cell = (corner // 2) * p[WIDTH] * (p[HEIGHT] - 1) + (corner % 2) * (p[WIDTH] - 1)
        if s[cell] != 0 and p[GOAL + cell] != 0 and s[cell] != p[GOAL + cell]:
            count += step_aside(p, s, cell + 1 - 2 * (corner % 2), aside)
            count += step_aside(p, s, cell + p[WIDTH] * (1 - 2 * (corner // 2)), aside)
    return feature_manhattan(p, s) + 2 * count


def feature_last_moves(p: list, s: list) -> int:
    if feature_misplaced(p, s) == 0:
        return 0
    for row in range(0, p[HEIGHT]):
        if s[row * p[WIDTH]] == 1:
            return feature_manhattan(p, s)
    for column in range(0, p[WIDTH]):
        if s[column] == p[WIDTH]:
            return feature_manhattan(p, s)
    return feature_manhattan(p, s) + 2


# The walking distance: a table from the packed counts of a board to the distance, one for rows and one for columns.
ROWS = 136
COLUMNS = 131208
SLOTS = 65536
KEYS = 65536
DISTANCES = 98304


# The place of one count in a key: how many tiles of a line belong in another.
def shift_of(line: int, own: int) -> int:
    return 3 * (15 - 4 * line - own)


# The slot of a key, or the free slot where it belongs.
def slot_of(p: list, table: int, key: int) -> int:
    slot = (key ^ (key >> 17) ^ (key >> 35)) % SLOTS
    while p[table + slot] != 0 and p[table + KEYS + p[table + slot] - 1] != key:
        slot = (slot + 1) % SLOTS
    return slot


def fill_table(p: list, table: int, lines: int, length: int, blank: int):
    for i in range(0, SLOTS):
        p[table + i] = 0
    goal = blank << 48
    for line in range(0, lines):
        here = length
        if line == blank:
            here = length - 1
        goal += here << shift_of(line, line)
    p[table + slot_of(p, table, goal)] = 1
    p[table + KEYS] = goal
    p[table + DISTANCES] = 0
    count = 1
    at = 0
    while at < count:
        key = p[table + KEYS + at]
        line = key >> 48
        for side in range(0, 2):
            other = line - 1 + 2 * side
            if other >= 0 and other < lines:
                for own in range(0, lines):
                    if ((key >> shift_of(other, own)) & 7) != 0:
                        after = key - (1 << shift_of(other, own)) + (1 << shift_of(line, own))
                        after = after + ((other - line) * (1 << 48))
                        slot = slot_of(p, table, after)
                        if p[table + slot] == 0:
                            p[table + KEYS + count] = after
                            p[table + DISTANCES + count] = p[table + DISTANCES + at] + 1
                            count += 1
                            p[table + slot] = count
        at += 1


def tiles_prepare_walking_distance(p: list):
    if p[WIDTH] <= 4 and p[HEIGHT] <= 4:
        fill_table(p, ROWS, p[HEIGHT], p[WIDTH], row_of(p, p[HOMES]))
        fill_table(p, COLUMNS, p[WIDTH], p[HEIGHT], column_of(p, p[HOMES]))


def feature_walking_distance(p: list, s: list) -> int:
    if p[WIDTH] > 4 or p[HEIGHT] > 4:
        return 0
    rows = 0
    columns = 0
    for cell in range(0, p[CELL_COUNT]):
        home = p[HOMES + s[cell]]
        if s[cell] == 0:
            rows += row_of(p, cell) << 48
            columns += column_of(p, cell) << 48
        else:
            rows += 1 << shift_of(row_of(p, cell), row_of(p, home))
            columns += 1 << shift_of(column_of(p, cell), column_of(p, home))
    row_place = p[ROWS + slot_of(p, ROWS, rows)] - 1
    column_place = p[COLUMNS + slot_of(p, COLUMNS, columns)] - 1
    return p[ROWS + DISTANCES + row_place] + p[COLUMNS + DISTANCES + column_place]


def feature_phase(p: list, s: list, g: float) -> float:
    if g == 0.0:
        return 0.0
    return g / (g + float(feature_manhattan(p, s)))
