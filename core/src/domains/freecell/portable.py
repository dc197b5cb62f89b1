# FreeCell, for programs of one's own.
#
# A card is 4 × rank + suit: the ace has rank 0, clubs, diamonds, hearts and spades are 0, 1, 2 and 3. Once per game:
# freecell_prepare(p, columns, cells, by_suit), with by_suit 1 for Baker's Game. A state s holds, from HOME on, how many
# cards of each suit are home; from CELLS on the card in each of eight cells or -1; and for column c, at COLUMNS + 53 × c,
# its number of cards, followed by the cards, the deepest first.

INSTANCE = 3
STATE = 542
HOME = 0
CELLS = 4
COLUMNS = 12
COLUMN_COUNT = 0
CELL_COUNT = 1
BY_SUIT = 2


def freecell_prepare(p: list, columns: int, cells: int, by_suit: int):
    p[COLUMN_COUNT] = columns
    p[CELL_COUNT] = cells
    p[BY_SUIT] = by_suit


def count_bits(word: int) -> int:
    count = 0
    rest = word
    while rest != 0:
        rest = rest & (rest - 1)
        count += 1
    return count


def height(s: list, column: int) -> int:
    return s[COLUMNS + 53 * column]


# The card of a column that lies on so many others.
def card_at(s: list, column: int, at: int) -> int:
    return s[COLUMNS + 53 * column + 1 + at]


# Whether the card at a place of a column fits the card below it; the deepest card does.
def is_fitting(p: list, s: list, column: int, at: int) -> int:
    if at == 0:
        return 1
    upper = card_at(s, column, at)
    lower = card_at(s, column, at - 1)
    if (lower >> 2) != (upper >> 2) + 1:
        return 0
    if p[BY_SUIT] != 0:
        if (upper & 3) == (lower & 3):
            return 1
        return 0
    # Diamonds and hearts, 1 and 2, are red.
    upper_red = (((upper & 3) + 1) >> 1) & 1
    lower_red = (((lower & 3) + 1) >> 1) & 1
    if upper_red != lower_red:
        return 1
    return 0


# The next card of each suit that may go home, as a set.
def wanted(s: list) -> int:
    found = 0
    for suit in range(0, 4):
        if s[HOME + suit] < 13:
            found = found | (1 << (4 * s[HOME + suit] + suit))
    return found


def lowest(s: list) -> int:
    found = 13
    for suit in range(0, 4):
        if s[HOME + suit] < found:
            found = s[HOME + suit]
    return found


def highest(s: list) -> int:
    found = 0
    for suit in range(0, 4):
        if s[HOME + suit] > found:
            found = s[HOME + suit]
    return found


def feature_zero() -> int:
    return 0


def feature_not_home(s: list) -> int:
    return 52 - s[HOME] - s[HOME + 1] - s[HOME + 2] - s[HOME + 3]


def feature_used_cells(p: list, s: list) -> int:
    count = 0
    for i in range(0, p[CELL_COUNT]):
        if s[CELLS + i] >= 0:
            count += 1
    return count


def feature_used_columns(p: list, s: list) -> int:
    count = 0
    for column in range(0, p[COLUMN_COUNT]):
        if height(s, column) > 0:
            count += 1
    return count


def feature_used_places(p: list, s: list) -> int:
    return feature_used_cells(p, s) + feature_used_columns(p, s)


def feature_free_places(p: list, s: list) -> int:
    return p[CELL_COUNT] + p[COLUMN_COUNT] - feature_used_places(p, s)


def feature_hsd_paper(p: list, s: list) -> int:
    next_cards = wanted(s)
    buried = 0
    for column in range(0, p[COLUMN_COUNT]):
        for at in range(0, height(s, column)):
            if ((next_cards >> card_at(s, column, at)) & 1) != 0:
                buried += height(s, column) - 1 - at
    return buried


def feature_hsd_board(p: list, s: list) -> int:
    if feature_free_places(p, s) == 0:
        return 2 * feature_hsd_paper(p, s) + feature_not_home(s)
    return feature_hsd_paper(p, s) + feature_not_home(s)


# What one walk over the columns counts: places in its result.
WELL_PLACED = 0
BOTTOMS = 1
UNSORTED = 2
INVERSIONS = 3
BURIED_NEXT = 4
BURIED_SECOND = 5
BURYING = 6
FOUNDED = 7
CROWNED = 8


def count_piles(p: list, s: list, piles: list):
    next_cards = wanted(s)
    second = (next_cards << 4) & ((1 << 52) - 1)
    for column in range(0, p[COLUMN_COUNT]):
        cards = height(s, column)
        above = 0
        run = 0
        faults = 0
        deepest = 0
        for down in range(0, cards):
            at = cards - 1 - down
            card = card_at(s, column, at)
            if ((next_cards >> card) & 1) != 0:
                deepest = down
            if ((second >> card) & 1) != 0:
                piles[BURIED_SECOND] += down
            higher = above & (-(1 << ((card | 3) + 1)))
            piles[INVERSIONS] += count_bits(higher)
            piles[BURYING] = piles[BURYING] | higher
            if is_fitting(p, s, column, at) != 0:
                run += 1
            else:
                run = 0
                faults += 1
            above = above | (1 << card)
        piles[BURIED_NEXT] += deepest
        piles[UNSORTED] += faults
        piles[FOUNDED] += run
        if faults == 0:
            piles[WELL_PLACED] += cards
        if cards == 0:
            piles[BOTTOMS] += 13
        else:
            bottom = card_at(s, column, 0) >> 2
            piles[BOTTOMS] += 12 - bottom
            if bottom == 12:
                piles[CROWNED] += run


def pile_count(p: list, s: list, what: int) -> int:
    piles = [0] * 9
    count_piles(p, s, piles)
    return piles[what]


def feature_number_well_placed(p: list, s: list) -> int:
    return pile_count(p, s, WELL_PLACED)


def feature_misplaced(p: list, s: list) -> int:
    return feature_not_home(s) - pile_count(p, s, WELL_PLACED)


def feature_bottom_cards(p: list, s: list) -> int:
    return pile_count(p, s, BOTTOMS)


def feature_unsorted(p: list, s: list) -> int:
    return pile_count(p, s, UNSORTED)


def feature_inversions(p: list, s: list) -> int:
    return pile_count(p, s, INVERSIONS)


def feature_buried_next(p: list, s: list) -> int:
    return pile_count(p, s, BURIED_NEXT)


def feature_buried_second(p: list, s: list) -> int:
    return pile_count(p, s, BURIED_SECOND)


def feature_burying(p: list, s: list) -> int:
    return count_bits(pile_count(p, s, BURYING))


def feature_unfounded(p: list, s: list) -> int:
    return feature_not_home(s) - pile_count(p, s, FOUNDED)


def feature_uncrowned(p: list, s: list) -> int:
    return feature_not_home(s) - pile_count(p, s, CROWNED)


def feature_difference_from_top(p: list, s: list) -> float:
    tops = 0
    ranks = 0
    for column in range(0, p[COLUMN_COUNT]):
        if height(s, column) > 0:
            tops += 1
            ranks += (card_at(s, column, height(s, column) - 1) >> 2) + 1
    if tops == 0:
        return 0.0 - float(52 - feature_not_home(s)) / 4.0
    return float(ranks) / float(tops) - float(52 - feature_not_home(s)) / 4.0


def feature_lowest_home(s: list) -> int:
    return 13 - lowest(s)


def feature_highest_home(s: list) -> int:
    return 13 - highest(s)


def feature_difference_home(s: list) -> int:
    return highest(s) - lowest(s)


def feature_crowded_cells(p: list, s: list) -> int:
    return feature_used_cells(p, s) * feature_used_cells(p, s)


def feature_cell_ranks(p: list, s: list) -> int:
    sum = 0
    for i in range(0, p[CELL_COUNT]):
        if s[CELLS + i] >= 0:
            sum += (s[CELLS + i] >> 2) + 1
    return sum


# The cards of the same suit and a higher rank.
def higher_of_suit(card: int) -> int:
    found = 0
    for rank in range((card >> 2) + 1, 13):
        found = found | (1 << (4 * rank + (card & 3)))
    return found


# The cards of a shortest cycle within a set; the first found from the lowest card on. 0 if there is none.
def shortest_cycle(precedes: list, within: int) -> int:
    layers = [0] * 8
    best = 0
    length = 99
    for start in range(0, 52):
        if ((within >> start) & 1) == 0 or length == 2:
            continue
        seen = 0
        front = precedes[start] & within
        steps = 0
        while front != 0 and steps + 1 < length and steps + 1 < 8 and ((front >> start) & 1) == 0:
            layers[steps] = front
            steps += 1
            seen = seen | front
            following = 0
            for card in range(0, 52):
                if ((front >> card) & 1) != 0:
                    following = following | precedes[card]
            front = following & within & (-1 - seen)
        if ((front >> start) & 1) == 0 or steps + 1 >= length:
            continue
        # Back from the start: a card of each layer that precedes the one after it.
        cycle = 1 << start
        after = start
        for back in range(0, steps):
            layer = layers[steps - 1 - back]
            found = -1
            for card in range(0, 52):
                if found < 0 and ((layer >> card) & 1) != 0 and ((precedes[card] >> after) & 1) != 0:
                    found = card
            if found < 0:
                break
            cycle = cycle | (1 << found)
            after = found
        best = cycle
        length = steps + 1
    return best


# A number of cards that have to move before they go home; by runs, at most one of each run.
def forced(p: list, s: list, by_runs: int) -> int:
    precedes = [0] * 64
    group = [0] * 64
    left = 0
    for column in range(0, p[COLUMN_COUNT]):
        needed = 0
        run = 0
        first = 0
        for at in range(0, height(s, column)):
            card = card_at(s, column, at)
            if is_fitting(p, s, column, at) == 0:
                run = 0
                first = at
            run = run | (1 << card)
            for i in range(first, at + 1):
                group[card_at(s, column, i)] = run
            precedes[card] = needed
            left = left | (1 << card)
            needed = needed | higher_of_suit(card)
    if by_runs == 0:
        for card in range(0, 52):
            group[card] = 1 << card
    count = 0
    done = 0
    for card in range(0, 52):
        if ((left & precedes[card] & (-1 - done)) >> card & 1) != 0:
            count += 1
            done = done | group[card]
    left = left & (-1 - done)
    while left != 0:
        # Cards that precede nothing that is left are in no cycle.
        idle = 0
        for card in range(0, 52):
            if ((left >> card) & 1) != 0 and (precedes[card] & left) == 0:
                idle = idle | (1 << card)
        if idle != 0:
            left = left & (-1 - idle)
            continue
        cycle = shortest_cycle(precedes, left)
        if cycle == 0:
            break
        count += 1
        for card in range(0, 52):
            if ((cycle >> card) & 1) != 0:
                left = left & (-1 - group[card])
    return count


def feature_deadlock(p: list, s: list) -> int:
    return feature_not_home(s) + forced(p, s, 0)


def feature_deadlock_runs(p: list, s: list) -> int:
    return feature_not_home(s) + forced(p, s, 1)


def feature_deadlock_extra(p: list, s: list) -> int:
    return forced(p, s, 1)


def feature_phase(s: list, g: float) -> float:
    left = feature_not_home(s)
    if left == 0:
        return 1.0
    return g / (g + float(left))
