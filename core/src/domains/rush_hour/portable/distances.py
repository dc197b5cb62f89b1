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
