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


def feature_zero() -> int:
    return 0


def feature_blockers(p: list, s: list) -> int:
    count = p[AHEAD_FOR_GOOD]
    for k in range(0, ahead_count(p, s)):
        w = s[cell(p, p[TARGET], ahead(p, s, k))]
        if w >= 0 and p[HORIZONTAL + w] != p[HORIZONTAL + p[TARGET]]:
            count += 1
    return count


def feature_blocking(p: list, s: list) -> int:
    if s[p[TARGET]] == p[EXIT]:
        return 0
    return 1 + feature_blockers(p, s)


def feature_blockers_stuck(p: list, s: list) -> int:
    found = [0] * 128
    sum = 0
    for i in range(0, lane_vehicles(p, s, found)):
        sum += 2 - is_free(p, s, found[i])
    return sum


# What is asked of a vehicle by blockers_two_sided and by the goal board.
NOTHING = 0
LEAVE = 1
GO_LOW = 2
GO_HIGH = 3


def price_two_sided(p: list, s: list, v: int, ask: int, at: int, listed: list, visits: list) -> int:
    if listed[v] != 0:
        return 0
    listed[v] = 1
    visits[0] += 1
    if visits[0] > 4096:
        return 1
    low = -1
    high = -1
    if ask == LEAVE:
        low = below(p, v, at)
        high = above(p, v, at)
    elif ask == GO_LOW:
        if at >= p[EARLIEST + v]:
            low = at
    elif ask == GO_HIGH:
        if at <= p[LATEST + v]:
            high = at
    low_list = [0] * 128
    high_list = [0] * 128
    for i in range(0, p[COUNT]):
        low_list[i] = listed[i]
        high_list[i] = listed[i]
    low_sum = 0
    high_sum = 0
    if low >= 0:
        low_sum = price_low(p, s, v, low, low_list, visits)
    if high >= 0:
        high_sum = price_high(p, s, v, high, high_list, visits)
    if low >= 0 and (high < 0 or low_sum <= high_sum):
        for i in range(0, p[COUNT]):
            listed[i] = low_list[i]
        return 1 + low_sum
    if high >= 0:
        for i in range(0, p[COUNT]):
            listed[i] = high_list[i]
        return 1 + high_sum
    return 1


def price_low(p: list, s: list, v: int, to: int, listed: list, visits: list) -> int:
    sum = 0
    for i in range(0, s[v] - to):
        w = s[cell(p, v, s[v] - 1 - i)]
        if w >= 0:
            if p[HORIZONTAL + w] != p[HORIZONTAL + v]:
                sum += price_two_sided(p, s, w, LEAVE, p[LINE + v], listed, visits)
            else:
                sum += price_two_sided(p, s, w, GO_LOW, to - p[LENGTH + w], listed, visits)
    return sum


def price_high(p: list, s: list, v: int, to: int, listed: list, visits: list) -> int:
    sum = 0
    for offset in range(s[v] + p[LENGTH + v], to + p[LENGTH + v]):
        w = s[cell(p, v, offset)]
        if w >= 0:
            if p[HORIZONTAL + w] != p[HORIZONTAL + v]:
                sum += price_two_sided(p, s, w, LEAVE, p[LINE + v], listed, visits)
            else:
                sum += price_two_sided(p, s, w, GO_HIGH, to + p[LENGTH + v], listed, visits)
    return sum


def feature_blockers_two_sided(p: list, s: list) -> int:
    t = p[TARGET]
    if s[t] == p[EXIT]:
        return 0
    listed = [0] * 128
    visits = [0] * 1
    found = [0] * 128
    listed[t] = 1
    sum = 1
    for i in range(0, lane_vehicles(p, s, found)):
        if p[HORIZONTAL + found[i]] == p[HORIZONTAL + t]:
            sum += price_two_sided(p, s, found[i], NOTHING, 0, listed, visits)
        else:
            sum += price_two_sided(p, s, found[i], LEAVE, p[LINE + t], listed, visits)
    return sum


# A sweep in the making: low and high ends, the offsets to leave, who is open; then whether the target makes way, and the cost.
SWEEP = 514
HIGH = 128
CLEAR = 256
OPEN = 384
MAKES_WAY = 512
COST = 513


# What one vehicle pays in a sweep.
def price(p: list, s: list, sweep: list, v: int) -> int:
    low = s[v] - sweep[v]
    high = sweep[HIGH + v] - s[v]
    if v == p[TARGET]:
        if p[EXIT_HIGH] != 0:
            return leave(p, apart(s[v], p[EXIT]), low, sweep[MAKES_WAY])
        return leave(p, apart(s[v], p[EXIT]), high, sweep[MAKES_WAY])
    return most(visit(p, low, high), least(sweep[CLEAR + v], 1))


# Extends the interval of a vehicle down and draws in the vehicles there; 0 if that is impossible.
def draw_low(p: list, s: list, sweep: list, v: int, to: int) -> int:
    start = sweep[v]
    if start <= to:
        return 1
    if to < p[EARLIEST + v]:
        return 0
    paid = price(p, s, sweep, v)
    sweep[v] = to
    sweep[COST] = sweep[COST] + price(p, s, sweep, v) - paid
    for i in range(0, start - to):
        w = s[cell(p, v, start - 1 - i)]
        if w >= 0:
            if p[HORIZONTAL + w] != p[HORIZONTAL + v]:
                if draw_off(p, s, sweep, w, p[LINE + v]) == 0:
                    return 0
            else:
                end = to - p[LENGTH + w]
                if end < 0:
                    return 0
                if let_through(p, s, sweep, w, end, 0) == 0:
                    return 0
                if draw_low(p, s, sweep, w, end) == 0:
                    return 0
    return 1


def draw_high(p: list, s: list, sweep: list, v: int, to: int) -> int:
    start = sweep[HIGH + v]
    if start >= to:
        return 1
    if to > p[LATEST + v]:
        return 0
    paid = price(p, s, sweep, v)
    sweep[HIGH + v] = to
    sweep[COST] = sweep[COST] + price(p, s, sweep, v) - paid
    for offset in range(start + p[LENGTH + v], to + p[LENGTH + v]):
        w = s[cell(p, v, offset)]
        if w >= 0:
            if p[HORIZONTAL + w] != p[HORIZONTAL + v]:
                if draw_off(p, s, sweep, w, p[LINE + v]) == 0:
                    return 0
            else:
                if let_through(p, s, sweep, w, to + p[LENGTH + v], 1) == 0:
                    return 0
                if draw_high(p, s, sweep, w, to + p[LENGTH + v]) == 0:
                    return 0
    return 1


# The target, if it is w, makes way: forwards only short of the exit.
def let_through(p: list, s: list, sweep: list, w: int, to: int, high: int) -> int:
    if w != p[TARGET]:
        return 1
    make_way(p, s, sweep)
    if high != p[EXIT_HIGH]:
        return 1
    if high != 0 and to < p[EXIT]:
        return 1
    if high == 0 and to > p[EXIT]:
        return 1
    return 0


def make_way(p: list, s: list, sweep: list):
    paid = price(p, s, sweep, p[TARGET])
    sweep[MAKES_WAY] = 1
    sweep[COST] = sweep[COST] + price(p, s, sweep, p[TARGET]) - paid


# Has w leave an offset of its line, to whichever side.
def draw_off(p: list, s: list, sweep: list, w: int, offset: int) -> int:
    if w == p[TARGET]:
        make_way(p, s, sweep)
        low = below(p, w, offset)
        high = above(p, w, offset)
        if p[EXIT_HIGH] != 0:
            if high >= 0 and high < p[EXIT]:
                return 1
            if low >= 0:
                return draw_low(p, s, sweep, w, low)
            return 0
        if low > p[EXIT]:
            return 1
        if high >= 0:
            return draw_high(p, s, sweep, w, high)
        return 0
    paid = price(p, s, sweep, w)
    sweep[CLEAR + w] = sweep[CLEAR + w] | (1 << offset)
    sweep[COST] = sweep[COST] + price(p, s, sweep, w) - paid
    sweep[OPEN + w] = 1
    return 1


# The lowest offset that w must leave and does not leave in its interval, or -1.
def unmet(p: list, sweep: list, w: int) -> int:
    for offset in range(sweep[HIGH + w], sweep[w] + p[LENGTH + w]):
        if ((sweep[CLEAR + w] >> offset) & 1) != 0:
            return offset
    return -1


# Draws in all that is forced, then tries both ways of the first vehicle that has two.
def close_sweep(p: list, s: list, sweep: list, best: list):
    choice = -1
    w = 0
    while w < p[COUNT]:
        if sweep[OPEN + w] == 0:
            w += 1
            continue
        if sweep[COST] >= best[0]:
            return
        offset = unmet(p, sweep, w)
        if offset < 0:
            sweep[OPEN + w] = 0
            w += 1
            continue
        low = below(p, w, offset)
        high = above(p, w, offset)
        drawn = 0
        if low >= 0 and high >= 0:
            if choice < 0:
                choice = w
            w += 1
            continue
        elif low >= 0:
            drawn = draw_low(p, s, sweep, w, low)
        elif high >= 0:
            drawn = draw_high(p, s, sweep, w, high)
        if drawn == 0:
            return
        w = 0
        choice = -1
    if sweep[COST] >= best[0]:
        return
    if choice < 0:
        best[0] = sweep[COST]
        return
    other = [0] * SWEEP
    for i in range(0, SWEEP):
        other[i] = sweep[i]
    chosen = unmet(p, sweep, choice)
    low_drawn = draw_low(p, s, sweep, choice, below(p, choice, chosen))
    high_drawn = draw_high(p, s, other, choice, above(p, choice, chosen))
    if low_drawn != 0 and (high_drawn == 0 or sweep[COST] <= other[COST]):
        close_sweep(p, s, sweep, best)
        low_drawn = 0
    if high_drawn != 0:
        close_sweep(p, s, other, best)
    if low_drawn != 0:
        close_sweep(p, s, sweep, best)


def feature_blockers_deep(p: list, s: list) -> int:
    t = p[TARGET]
    if s[t] == p[EXIT]:
        return 0
    blocking = feature_blocking(p, s)
    if blocking == 1 and p[EARLIEST + t] <= p[EXIT] and p[EXIT] <= p[LATEST + t]:
        return leave(p, apart(s[t], p[EXIT]), 0, 0)
    sweep = [0] * SWEEP
    best = [0] * 1
    best[0] = p[DEEP_CAP]
    for v in range(0, p[COUNT]):
        sweep[v] = s[v]
        sweep[HIGH + v] = s[v]
    sweep[COST] = price(p, s, sweep, t)
    if p[EXIT_HIGH] != 0:
        if draw_high(p, s, sweep, t, p[EXIT]) != 0:
            close_sweep(p, s, sweep, best)
    elif draw_low(p, s, sweep, t, p[EXIT]) != 0:
        close_sweep(p, s, sweep, best)
    return most(best[0], blocking)


def feature_distance(p: list, s: list) -> int:
    return apart(s[p[TARGET]], p[EXIT])


def feature_distance_blockers(p: list, s: list) -> int:
    return feature_distance(p, s) + feature_blockers(p, s)


def feature_advanced_distance(p: list, s: list) -> int:
    return feature_blockers_two_sided(p, s) + feature_distance(p, s)


# Whether a vehicle at a position covers nothing that is kept free.
def fits(p: list, v: int, position: int, kept: list) -> int:
    for offset in range(position, position + p[LENGTH + v]):
        if kept[cell(p, v, offset)] != 0:
            return 0
    return 1


# Where the goal board puts a vehicle, or -1.
def goal_place(p: list, s: list, v: int, ask: int, at: int, kept: list) -> int:
    low = -1
    high = -1
    if ask == LEAVE:
        low = below(p, v, at)
        high = above(p, v, at)
    elif ask == GO_LOW:
        low = at - p[LENGTH + v]
    else:
        high = at
    low_place = -1
    for i in range(0, low - p[EARLIEST + v] + 1):
        if low_place < 0 and fits(p, v, low - i, kept) != 0:
            low_place = low - i
    high_place = -1
    if high >= 0:
        for position in range(high, p[LATEST + v] + 1):
            if high_place < 0 and fits(p, v, position, kept) != 0:
                high_place = position
    if low_place >= 0 and (high_place < 0 or apart(s[v], low_place) <= apart(s[v], high_place)):
        return low_place
    return high_place


# The cells of all vehicles to their places in the goal board, and the vehicles in each one's way there.
def goal_board(p: list, s: list, totals: list):
    t = p[TARGET]
    kept = [0] * STATE
    who = [0] * 128
    ask = [0] * 128
    at = [0] * 128
    asked = [0] * 128
    found = [0] * 128
    asked[t] = 1
    totals[0] = apart(s[t], p[EXIT])
    totals[1] = 0
    for k in range(0, ahead_count(p, s)):
        kept[cell(p, t, ahead(p, s, k))] = 1
    for offset in range(s[t], s[t] + p[LENGTH + t]):
        kept[cell(p, t, offset)] = 1
    count = 0
    for i in range(0, lane_vehicles(p, s, found)):
        totals[1] += 1
        if p[HORIZONTAL + found[i]] != p[HORIZONTAL + t] and asked[found[i]] == 0:
            asked[found[i]] = 1
            who[count] = found[i]
            ask[count] = LEAVE
            at[count] = p[LINE + t]
            count += 1
    served = 0
    while served < count:
        v = who[served]
        place = goal_place(p, s, v, ask[served], at[served], kept)
        served += 1
        if place < 0:
            continue
        totals[0] += apart(s[v], place)
        for offset in range(place, place + p[LENGTH + v]):
            kept[cell(p, v, offset)] = 1
        last = -1
        for step in range(0, apart(s[v], place)):
            offset = s[v] + p[LENGTH + v] + step
            if place < s[v]:
                offset = s[v] - 1 - step
            w = s[cell(p, v, offset)]
            if w < 0 or w == last:
                continue
            last = w
            totals[1] += 1
            if p[HORIZONTAL + w] == p[HORIZONTAL + v]:
                if asked[w] == 0:
                    asked[w] = 1
                    who[count] = w
                    ask[count] = GO_HIGH
                    at[count] = place + p[LENGTH + v]
                    if place < s[v]:
                        ask[count] = GO_LOW
                        at[count] = place
                    count += 1
            elif place <= offset and offset < place + p[LENGTH + v]:
                if asked[w] == 0:
                    asked[w] = 1
                    who[count] = w
                    ask[count] = LEAVE
                    at[count] = p[LINE + v]
                    count += 1


def feature_goal_distance(p: list, s: list) -> int:
    totals = [0] * 2
    goal_board(p, s, totals)
    return totals[0]


def feature_hybrid(p: list, s: list) -> int:
    totals = [0] * 2
    goal_board(p, s, totals)
    return totals[0] + totals[1]


# Notes the vehicles not gone on some offsets of a vehicle's line; gives their number.
def standing(p: list, s: list, v: int, start: int, end: int, gone: list, obstacles: list) -> int:
    count = 0
    for i in range(0, p[COUNT]):
        obstacles[i] = 0
    for offset in range(start, end):
        w = s[cell(p, v, offset)]
        if w >= 0 and gone[w] == 0 and obstacles[w] == 0:
            obstacles[w] = 1
            count += 1
    return count


# Notes the vehicles that a blocker has to wait for, in the direction with fewer of them; gives their number.
def in_the_way(p: list, s: list, v: int, gone: list, obstacles: list) -> int:
    t = p[TARGET]
    if p[HORIZONTAL + v] == p[HORIZONTAL + t]:
        return standing(p, s, v, 0, 0, gone, obstacles)
    low = below(p, v, p[LINE + t])
    high = above(p, v, p[LINE + t])
    if low < 0 and high < 0:
        return standing(p, s, v, 0, 0, gone, obstacles)
    fewest = 1000
    if low >= 0:
        fewest = standing(p, s, v, low, s[v], gone, obstacles)
    if high >= 0:
        count = standing(p, s, v, s[v] + p[LENGTH + v], high + p[LENGTH + v], gone, obstacles)
        if count < fewest:
            return count
    return standing(p, s, v, low, s[v], gone, obstacles)


def feature_votes(p: list, s: list) -> int:
    if s[p[TARGET]] == p[EXIT]:
        return 0
    found = [0] * 128
    blocker = [0] * 128
    gone = [0] * 128
    tally = [0] * 128
    obstacles = [0] * 128
    left = lane_vehicles(p, s, found)
    for i in range(0, left):
        blocker[found[i]] = 1
    count = 1
    while left > 0:
        went = 0
        for v in range(0, p[COUNT]):
            tally[v] = 0
        for v in range(0, p[COUNT]):
            if blocker[v] != 0:
                if in_the_way(p, s, v, gone, obstacles) == 0:
                    blocker[v] = 0
                    left -= 1
                    gone[v] = 1
                    count += 1
                    went = 1
                else:
                    for w in range(0, p[COUNT]):
                        tally[w] += obstacles[w]
        if went == 0:
            elected = 0
            for v in range(1, p[COUNT]):
                if tally[v] > tally[elected]:
                    elected = v
            gone[elected] = 1
            left -= blocker[elected]
            blocker[elected] = 0
            count += 1
    return count


def feature_mobility(p: list, s: list) -> int:
    count = 0
    for v in range(0, p[COUNT]):
        cells = p[HEIGHT]
        if p[HORIZONTAL + v] != 0:
            cells = p[WIDTH]
        low = s[v]
        while low > 0 and s[cell(p, v, low - 1)] == EMPTY:
            low -= 1
        high = s[v] + p[LENGTH + v]
        while high < cells and s[cell(p, v, high)] == EMPTY:
            high += 1
        if p[STEPS] != 0:
            count += least(s[v] - low, 1) + least(high - s[v] - p[LENGTH + v], 1)
        else:
            count += high - low - p[LENGTH + v]
    return count


def feature_immobility(p: list, s: list) -> int:
    return p[MAX_MOVES] - feature_mobility(p, s)


def feature_free_vehicles(p: list, s: list) -> int:
    count = 0
    for v in range(0, p[COUNT]):
        count += is_free(p, s, v)
    return count


def feature_stuck_vehicles(p: list, s: list) -> int:
    return p[COUNT] - feature_free_vehicles(p, s)


def feature_phase_distance(p: list, s: list, g: float) -> float:
    if g == 0.0:
        return 0.0
    return g / (g + float(feature_distance(p, s)))


def feature_phase_blockers(p: list, s: list, g: float) -> float:
    if g == 0.0:
        return 0.0
    return g / (g + float(feature_blockers(p, s)))
