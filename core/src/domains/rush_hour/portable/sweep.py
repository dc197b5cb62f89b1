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
