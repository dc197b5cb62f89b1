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
