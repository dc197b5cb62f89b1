# Rush Hour, for programs of one's own.
#
# A board is an array of width × height characters, row by row: o or . for an empty cell, x for a wall, and one sign for
# each vehicle. Once per puzzle: rush_hour_prepare(p, board, width, height, target, exit, metric), with the sign of the
# target; the exit is 0 right, 1 left, 2 up, 3 down; the metric 0 slides, 1 steps. Once per state: rush_hour_read(p, s,
# board) with the same vehicles elsewhere; or write the vehicles' positions into s (the column of the left end of one
# that lies in a row, the row of the upper end of another; vehicles count from 0 by their first cell on the first board)
# and call rush_hour_place(p, s).

# Places in p and their sizes; s holds the positions, then who stands on each cell, rows 16 apart.
INSTANCE = 1168
STATE = 384
COUNT = 0
TARGET = 1
EXIT = 2
EXIT_HIGH = 3
LANE = 4
AHEAD_FOR_GOOD = 5
STEPS = 6
DEEP_CAP = 7
MAX_MOVES = 8
WIDTH = 9
HEIGHT = 10
HORIZONTAL = 16
LINE = 144
LENGTH = 272
EARLIEST = 400
LATEST = 528
SIGN = 656
START = 784
WALLS = 912
CELLS = 128
EMPTY = -1
WALL = -2


def find_sign(p: list, count: int, sign: int) -> int:
    for v in range(0, count):
        if p[SIGN + v] == sign:
            return v
    return -1


def least(a: int, b: int) -> int:
    if a < b:
        return a
    return b


def most(a: int, b: int) -> int:
    if a > b:
        return a
    return b


def apart(a: int, b: int) -> int:
    if a < b:
        return b - a
    return a - b


def same_line(p: list, v: int, w: int) -> int:
    if p[HORIZONTAL + v] == p[HORIZONTAL + w] and p[LINE + v] == p[LINE + w]:
        return 1
    return 0


# The vehicle next before v in its line on the first board, or -1.
def before(p: list, v: int) -> int:
    found = -1
    for w in range(0, p[COUNT]):
        if same_line(p, v, w) != 0 and p[START + w] < p[START + v]:
            if found < 0 or p[START + w] > p[START + found]:
                found = w
    return found


# Least cost of visiting positions so far away on either side.
def visit(p: list, low: int, high: int) -> int:
    if p[STEPS] != 0:
        return low + high + least(low, high)
    return least(low, 1) + least(high, 1)


# Cost for the target to reach the exit after going backwards, when it has to make way or not.
def leave(p: list, ahead: int, back: int, makes_way: int) -> int:
    if p[STEPS] != 0:
        return ahead + 2 * back
    return 1 + least(makes_way + back, 1)


def rush_hour_prepare(p: list, board: list, width: int, height: int, target: int, exit_side: int, metric: int):
    p[WIDTH] = width
    p[HEIGHT] = height
    p[STEPS] = metric
    count = 0
    for row in range(0, height):
        for column in range(0, width):
            sign = board[row * width + column]
            p[WALLS + row * 16 + column] = 0
            if sign == 120:
                p[WALLS + row * 16 + column] = 1
            elif sign != 111 and sign != 46:
                known = find_sign(p, count, sign)
                if known < 0:
                    p[SIGN + count] = sign
                    p[LINE + count] = row
                    p[START + count] = column
                    p[LENGTH + count] = 1
                    p[HORIZONTAL + count] = 0
                    count += 1
                else:
                    p[LENGTH + known] += 1
                    if p[LINE + known] == row:
                        p[HORIZONTAL + known] = 1
    p[COUNT] = count
    for v in range(0, count):
        cells = width
        if p[HORIZONTAL + v] == 0:
            row = p[LINE + v]
            p[LINE + v] = p[START + v]
            p[START + v] = row
            cells = height
        earliest = 0
        latest = cells - p[LENGTH + v]
        for along in range(0, cells):
            place = along * 16 + p[LINE + v]
            if p[HORIZONTAL + v] != 0:
                place = p[LINE + v] * 16 + along
            if p[WALLS + place] != 0:
                if along < p[START + v]:
                    earliest = most(earliest, along + 1)
                else:
                    latest = least(latest, along - p[LENGTH + v])
        p[EARLIEST + v] = earliest
        p[LATEST + v] = latest
    # Room for the others of the line.
    for at in range(0, 16):
        for v in range(0, count):
            if p[START + v] == at:
                w = before(p, v)
                if w >= 0:
                    p[EARLIEST + v] = most(p[EARLIEST + v], p[EARLIEST + w] + p[LENGTH + w])
    for back in range(0, 16):
        for v in range(0, count):
            if p[START + v] == 15 - back:
                u = before(p, v)
                if u >= 0:
                    p[LATEST + u] = least(p[LATEST + u], p[LATEST + v] - p[LENGTH + u])
    t = find_sign(p, count, target)
    p[TARGET] = t
    p[LANE] = height
    if p[HORIZONTAL + t] != 0:
        p[LANE] = width
    p[EXIT] = 0
    p[EXIT_HIGH] = 0
    if exit_side == 0 or exit_side == 3:
        p[EXIT_HIGH] = 1
        p[EXIT] = p[LANE] - p[LENGTH + t]
    p[AHEAD_FOR_GOOD] = 0
    p[MAX_MOVES] = 0
    cap = 0
    for v in range(0, count):
        if v != t and same_line(p, v, t) != 0:
            beyond = 0
            if p[START + v] > p[START + t]:
                beyond = 1
            if beyond == p[EXIT_HIGH]:
                p[AHEAD_FOR_GOOD] += 1
        span = p[LATEST + v] - p[EARLIEST + v]
        if metric != 0:
            p[MAX_MOVES] += least(span, 2)
        else:
            p[MAX_MOVES] += span
        if v == t:
            farthest = most(apart(p[EARLIEST + t], p[EXIT]), apart(p[LATEST + t], p[EXIT]))
            cap += leave(p, farthest, span, 1)
        else:
            dearest = 0
            for low in range(0, span + 1):
                dearest = most(dearest, visit(p, low, span - low))
            cap += dearest
    if count > 32:
        if metric != 0:
            cap = least(cap, 40)
        else:
            cap = least(cap, 24)
    p[DEEP_CAP] = cap


# The number of the cell at an offset along a vehicle's line.
def cell(p: list, v: int, offset: int) -> int:
    if p[HORIZONTAL + v] != 0:
        return CELLS + p[LINE + v] * 16 + offset
    return CELLS + offset * 16 + p[LINE + v]


# Fills in who stands on each cell, from the positions.
def rush_hour_place(p: list, s: list):
    for i in range(0, 256):
        s[CELLS + i] = EMPTY
        if p[WALLS + i] != 0:
            s[CELLS + i] = WALL
    for v in range(0, p[COUNT]):
        for offset in range(s[v], s[v] + p[LENGTH + v]):
            s[cell(p, v, offset)] = v


def rush_hour_read(p: list, s: list, board: list):
    for v in range(0, p[COUNT]):
        found = -1
        for i in range(0, p[WIDTH] * p[HEIGHT]):
            if found < 0 and board[i] == p[SIGN + v]:
                found = i
        s[v] = found // p[WIDTH]
        if p[HORIZONTAL + v] != 0:
            s[v] = found % p[WIDTH]
    rush_hour_place(p, s)


# The k-th offset of the lane in front of the target, from its front to the exit.
def ahead(p: list, s: list, k: int) -> int:
    if p[EXIT_HIGH] != 0:
        return s[p[TARGET]] + p[LENGTH + p[TARGET]] + k
    return s[p[TARGET]] - 1 - k


# How many offsets the lane has in front of the target.
def ahead_count(p: list, s: list) -> int:
    if p[EXIT_HIGH] != 0:
        return p[LANE] - s[p[TARGET]] - p[LENGTH + p[TARGET]]
    return s[p[TARGET]]


# Writes the vehicles in the lane from the target's front to the exit; gives their number.
def lane_vehicles(p: list, s: list, found: list) -> int:
    count = 0
    last = -1
    for k in range(0, ahead_count(p, s)):
        w = s[cell(p, p[TARGET], ahead(p, s, k))]
        if w >= 0 and w != last:
            found[count] = w
            count += 1
        last = w
    return count


# The highest position that leaves an offset free on the low side, or -1.
def below(p: list, v: int, offset: int) -> int:
    if offset - p[LENGTH + v] >= p[EARLIEST + v]:
        return offset - p[LENGTH + v]
    return -1


# The lowest position that leaves an offset free on the high side, or -1.
def above(p: list, v: int, offset: int) -> int:
    if offset < p[LATEST + v]:
        return offset + 1
    return -1


def is_free(p: list, s: list, v: int) -> int:
    if s[v] > p[EARLIEST + v] and s[cell(p, v, s[v] - 1)] == EMPTY:
        return 1
    if s[v] < p[LATEST + v] and s[cell(p, v, s[v] + p[LENGTH + v])] == EMPTY:
        return 1
    return 0
