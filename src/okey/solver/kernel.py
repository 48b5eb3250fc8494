"""The exact search behind `okey.solver`, on counts of faces; the same source runs as Python and compiled.

A hand is 53 counts: faces 0..51 with the false jokers counted as the okey's face, and at 52 the real okeys (wild).
Its *overlap* is the most natural tiles that it shares with any 14 tiles in sets and runs, the *target*; what overlap
and wild tiles leave of 14 is the distance. How it is found:

* Runs keep to one colour. What a colour gives to n tiles in runs (n = 0, 3..11, 14; longer runs are made of runs of
  3..5) depends only on its 13 counts, read as a number in base 3, the *pattern*. Patterns with the same gains form
  one of 594 *classes*; two classes join to a *pair*, two pairs to the whole, all by (max, +) sums.
* A colour is cut between 7 and 8. Both halves are solved by a table over the lengths of two open runs (0, 1, 2, 3 and
  more) and the copies of 1 that the low half leaves for 12-13-1, so that 13-1-2 cannot arise.
* Sets of two or more own tiles are tried by branch and bound over the runs that the other tiles still allow.

Why it is exact: a set with no or one own tile can be a run through the same tile just as well. A longer run never
keeps fewer tiles, so a set takes three places, and four only for four own tiles or to fill up four sets. The target
needs no limit of two copies: what is over two can lie elsewhere or is an okey (a solver that counts at most two is
wrong when okeys are in the hand). A face helps exactly when some best target holds more of it than the hand.

Tables fill as patterns are met, so the start costs nothing. The hand in work lies in module arrays: one call at a time
(compiled the interpreter's lock sees to it, else the shim's).
"""

from okey.solver import shim as cython

# Overlap and the faces that would raise it, in one int: (overlap + 1) << 13 | one bit for each number; 0 is impossible.
_ONE = cython.declare(cython.int, 8192)
# Less than any sum can make up for.
_NEVER = cython.declare(cython.int, -99)

# Steps of two open runs from one number to the next: state before, state after, tiles used there.
_BEFORE = cython.declare("int[27]")
_AFTER = cython.declare("int[27]")
_TILES = cython.declare("int[27]")
_POWER = cython.declare("int[13]")
# _ROOM[6 * sets + fours]: tiles left for runs beside so many sets, `fours` of them of four own tiles; -1: impossible.
_ROOM = cython.declare("int[36]")

# Low halves by counts of 1..7 and ones left, high halves by counts of 8..13 and ones left; then 10 states x 15 sizes.
_low = cython.declare("int[984150]")
_low_known = cython.declare("unsigned char[6561]")
_high = cython.declare("int[328050]")
_high_known = cython.declare("unsigned char[2187]")
_rows = cython.declare("int[300]")
_row = cython.declare("int[15]")

# Patterns met so far: class + 1, and the place of their raising faces (16 sizes each); the classes and their pairs.
_class_of = cython.declare("unsigned short[1594323]")
_place_of = cython.declare("unsigned int[1594323]")
_raising = cython.declare("unsigned short[25509168]")
_classes = cython.declare("signed char[9504]")
_pairs = cython.declare("signed char[5645376]")
_class_ids: dict[int, int] = {}
_patterns = cython.declare(cython.int, 0)

# The hand in work: tiles held, pattern and class of each colour.
_have = cython.declare("int[52]")
_pattern = cython.declare("int[4]")
_class = cython.declare("int[4]")
# Sets that two or more tiles of the hand can begin: number, colours as bits, tiles; most tiles first.
_set_number = cython.declare("int[144]")
_set_colours = cython.declare("int[144]")
_set_tiles = cython.declare("int[144]")
_sets = cython.declare(cython.int, 0)
_chosen = cython.declare("int[4]")
_ahead = cython.declare("int[25]")
_useful = cython.declare("int[4]")
_near_melds = cython.declare("int[53]")
_near_pairs = cython.declare("int[53]")


def compiled() -> bool:
    """Whether this is the compiled kernel."""
    return bool(cython.compiled)


def _prepare() -> None:
    """Fill the small tables."""
    for number in range(13):
        _POWER[number] = 3**number
    for sets in range(5):
        for fours in range(6):
            left = 14 - 3 * sets - fours
            if sets == 4:
                _ROOM[6 * sets + fours] = 0 if fours <= 2 else -1
            else:
                _ROOM[6 * sets + fours] = left if left >= 3 and fours <= sets else -1
    following = ((0, 1), (2,), (3,), (0, 1, 3))
    steps = []
    for long in range(4):
        for short in range(long + 1):
            after = {(max(a, b), min(a, b)) for a in following[long] for b in following[short]}
            steps += [(long, short, a, b) for a, b in sorted(after)]
    for place, (long, short, a, b) in enumerate(steps):
        _BEFORE[place] = long * (long + 1) // 2 + short
        _AFTER[place] = a * (a + 1) // 2 + b
        _TILES[place] = (a > 0) + (b > 0)


_prepare()


@cython.cfunc
@cython.exceptval(check=False)
def _better(first: cython.int, second: cython.int) -> cython.int:
    """The greater overlap; the raising faces of both when they are equal."""
    if first >> 13 > second >> 13:
        return first
    if first >> 13 == second >> 13:
        return first | second
    return second


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _step(source: cython.int, count: cython.int, bit: cython.int, back: cython.int) -> cython.int:
    """Carry the rows at `source` over one number of which `count` are held; where the new rows are."""
    target: cython.int = 150 - source
    step: cython.int
    old: cython.int
    new: cython.int
    used: cython.int
    gain: cython.int
    raising: cython.int
    size: cython.int
    entry: cython.int
    for size in range(150):
        _rows[target + size] = 0
    for step in range(27):
        old = source + 15 * (_AFTER[step] if back else _BEFORE[step])
        used = _TILES[step]
        new = target + 15 * (_BEFORE[step] if back else _AFTER[step]) + used
        gain = _ONE * min(used, count)
        raising = bit if used > count else 0
        for size in range(15 - used):
            entry = _rows[old + size]
            if entry:
                _rows[new + size] = _better(_rows[new + size], (entry + gain) | raising)
    return target


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _low_half(half: cython.int, ones: cython.int) -> cython.int:
    """Where the table of numbers 1..7 begins for runs that leave `ones` copies of 1."""
    key: cython.int = 3 * half + ones
    at: cython.int = 150 * key
    count: cython.int = half % 3
    used: cython.int
    number: cython.int
    rows: cython.int = 0
    index: cython.int
    if _low_known[key]:
        return at
    for index in range(150):
        _rows[index] = 0
    for used in range(3):
        if max(count - used, 0) == ones:
            # So many runs begin at 1: states (0, 0), (1, 0), (1, 1).
            _rows[16 * used] = _ONE * (1 + used) if used <= count else _ONE * (1 + count) | 1
    for number in range(1, 7):
        half = half // 3
        rows = _step(rows, half % 3, 1 << number, 0)
    for index in range(150):
        _low[at + index] = _rows[rows + index]
    _low_known[key] = 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _high_half(half: cython.int, ones: cython.int) -> cython.int:
    """Where the table of numbers 8..13 and the 1 after 13 begins, with `ones` copies of 1 to use."""
    key: cython.int = 3 * half + ones
    at: cython.int = 150 * key
    number: cython.int
    rows: cython.int
    index: cython.int
    if _high_known[key]:
        return at
    for index in range(150):
        _rows[index] = 0
    # Ends: no run open, or only runs of three and more.
    _rows[0] = _ONE
    _rows[15 * 6] = _ONE
    _rows[15 * 9] = _ONE
    rows = _step(0, ones, 1, 1)
    for number in range(12, 6, -1):
        rows = _step(rows, half // _POWER[number - 7] % 3, 1 << number, 1)
    for index in range(150):
        _high[at + index] = _rows[rows + index]
    _high_known[key] = 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _meet(pattern: cython.int) -> cython.int:
    """Solve a new pattern; its class."""
    global _patterns
    ones: cython.int
    low: cython.int
    high: cython.int
    state: cython.int
    size: cython.int
    more: cython.int
    first: cython.int
    second: cython.int
    place: cython.int
    key: cython.ulonglong = 0
    for size in range(15):
        _row[size] = 0
    for ones in range(pattern % 3 + 1):
        low = _low_half(pattern % 2187, ones)
        high = _high_half(pattern // 2187, ones)
        for state in range(0, 150, 15):
            for size in range(15):
                first = _low[low + state + size]
                if first:
                    for more in range(15 - size):
                        second = _high[high + state + more]
                        if second:
                            second = ((first >> 13) + (second >> 13) - 1) * _ONE + ((first | second) & 8191)
                            _row[size + more] = _better(_row[size + more], second)
    place = 16 * _patterns
    for size in range(15):
        first = _row[size]
        if first == 0 or size == 12 or size == 13:
            key = key * 16 + 15
        else:
            key = key * 16 + (first >> 13) - 1
            _raising[place + size] = first & 8191
    _place_of[pattern] = place
    _patterns += 1
    place = _name(key)
    _class_of[pattern] = place + 1
    return place


@cython.cfunc
def _name(key: cython.ulonglong) -> cython.int:
    """The class with these gains, four bits for each size; 15 is impossible."""
    known = _class_ids.get(key)
    size: cython.int
    gain: cython.int
    place: cython.int
    if known is None:
        known = len(_class_ids)
        _class_ids[key] = known
        place = 16 * known
        for size in range(15):
            gain = (key >> (4 * (14 - size))) & 15
            _classes[place + size] = _NEVER if gain == 15 else gain
    return known


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _class_for(pattern: cython.int) -> cython.int:
    """The class of a pattern."""
    known: cython.int = _class_of[pattern]
    return known - 1 if known else _meet(pattern)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _pair(first: cython.int, second: cython.int) -> cython.int:
    """Where the joined gains of two classes begin."""
    at: cython.int = 16 * (594 * first + second)
    size: cython.int
    more: cython.int
    gain: cython.int
    best: cython.int
    if _pairs[at + 15] == 0:
        for size in range(15):
            best = _NEVER
            for more in range(size + 1):
                gain = _classes[16 * first + more] + _classes[16 * second + size - more]
                if gain > best:
                    best = gain
            _pairs[at + size] = best
        _pairs[at + 15] = 1
    return at


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _runs(first: cython.int, second: cython.int, room: cython.int) -> cython.int:
    """The most own tiles in `room` tiles of runs, from two pairs of colours."""
    best: cython.int = _NEVER
    gain: cython.int
    size: cython.int
    for size in range(room + 1):
        gain = _pairs[first + size] + _pairs[second + room - size]
        if gain > best:
            best = gain
    return best


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _change(face: cython.int, by: cython.int) -> cython.void:
    """Give a natural tile to the hand in work or take it away."""
    colour: cython.int = face // 13
    _have[face] += by
    _pattern[colour] += by * _POWER[face % 13]
    _class[colour] = _class_for(_pattern[colour])


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _search(
    start: cython.int,
    sets: cython.int,
    fours: cython.int,
    gain: cython.int,
    best: cython.int,
    goal: cython.int,
    mark: cython.int,
) -> cython.int:
    """The greatest overlap over `best`, or `best`: runs now, then one more of the sets from `start` on.

    `gain` own tiles lie in `sets` chosen sets, `fours` of them with four. The search stops at `goal`. With `mark` the
    greatest overlap is `best` already, and every way to it marks the faces that would raise it.
    """
    first: cython.int = _pair(_class[0], _class[1])
    second: cython.int = _pair(_class[2], _class[3])
    room: cython.int = _ROOM[6 * sets + fours]
    value: cython.int = _NEVER
    index: cython.int
    own: cython.int = 0
    more: cython.int
    face: cython.int
    colours: cython.int
    if room >= 0:
        value = gain + _runs(first, second, room)
        if mark:
            if value == best:
                _mark(sets, fours, gain, best, first, second, room)
        elif value > best:
            best = value
    if sets == 4 or start == _sets:
        return best
    for more in range(1, 5 - sets):
        room = _ROOM[6 * (sets + more) + fours]
        _ahead[5 * sets + more] = _NEVER if room < 0 else gain + _runs(first, second, room)
    for index in range(start, _sets):
        if best >= goal:
            return best
        if own != _set_tiles[index]:
            own = _set_tiles[index]
            value = _NEVER
            for more in range(1, 5 - sets):
                if _ahead[5 * sets + more] + more * own > value:
                    value = _ahead[5 * sets + more] + more * own
        if value + mark <= best:
            return best
        face = _set_number[index]
        colours = _set_colours[index]
        if (
            (colours & 1 and _have[face] == 0)
            or (colours & 2 and _have[face + 13] == 0)
            or (colours & 4 and _have[face + 26] == 0)
            or (colours & 8 and _have[face + 39] == 0)
        ):
            continue
        _chosen[sets] = index
        _change_set(face, colours, -1)
        best = _search(index, sets + 1, fours + (own == 4), gain + own, best, goal, mark)
        _change_set(face, colours, 1)
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _change_set(face: cython.int, colours: cython.int, by: cython.int) -> cython.void:
    """Give or take one tile of the number of red `face` in each of the colours."""
    if colours & 1:
        _change(face, by)
    if colours & 2:
        _change(face + 13, by)
    if colours & 4:
        _change(face + 26, by)
    if colours & 8:
        _change(face + 39, by)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _mark(
    sets: cython.int,
    fours: cython.int,
    gain: cython.int,
    best: cython.int,
    first: cython.int,
    second: cython.int,
    room: cython.int,
) -> cython.void:
    """Mark the faces that one way to the greatest overlap still lacks."""
    runs: cython.int = best - gain
    size: cython.int
    index: cython.int
    number: cython.int
    missing: cython.int
    colour: cython.int
    for size in range(room + 1):
        if _pairs[first + size] + _pairs[second + room - size] == runs:
            _mark_runs(0, 1, first, size)
            _mark_runs(2, 3, second, room - size)
    # Chosen sets: a third tile always, a fourth if the runs can spare its place.
    room = _ROOM[6 * sets + fours + 1]
    size = room >= 0 and _runs(first, second, room) == runs
    for index in range(sets):
        if _set_tiles[_chosen[index]] == 2 or (size and _set_tiles[_chosen[index]] == 3):
            _mark_others(_set_colours[_chosen[index]], _set_number[_chosen[index]])
    # One more set on a single tile.
    room = _ROOM[6 * (sets + 1) + fours] if sets < 4 else -1
    if room < 0 or _runs(first, second, room) + 1 < runs:
        return
    for index in range(52):
        if _have[index]:
            colour = index // 13
            number = index % 13
            missing = 0
            for size in range(4):
                if size != colour and not _useful[size] >> number & 1:
                    missing = 1
            if missing:
                _change(index, -1)
                if _runs(_pair(_class[0], _class[1]), _pair(_class[2], _class[3]), room) + 1 == runs:
                    _mark_others(1 << colour, number)
                _change(index, 1)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _mark_runs(left: cython.int, right: cython.int, pair: cython.int, room: cython.int) -> cython.void:
    """Mark what raises the runs of two colours that share `room` tiles."""
    one: cython.int = 16 * _class[left]
    two: cython.int = 16 * _class[right]
    size: cython.int
    for size in range(room + 1):
        if _classes[one + size] + _classes[two + room - size] == _pairs[pair + room]:
            _useful[left] |= _raising[_place_of[_pattern[left]] + size]
            _useful[right] |= _raising[_place_of[_pattern[right]] + room - size]


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _mark_others(colours: cython.int, number: cython.int) -> cython.void:
    """Mark one number (0..12) in the colours that are not given."""
    colour: cython.int
    for colour in range(4):
        if not colours >> colour & 1:
            _useful[colour] |= 1 << number


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _load(counts: cython.p_uchar, at: cython.int) -> cython.int:
    """Take a hand into work: how many tiles it has, or -1 when a count is over two."""
    global _sets
    tiles: cython.int = counts[at + 52]
    colour: cython.int
    number: cython.int
    count: cython.int
    present: cython.int
    own: cython.int
    colours: cython.int
    doubled = cython.declare("int[13]")
    if tiles > 2:
        return -1
    for number in range(13):
        doubled[number] = 0
    for colour in range(4):
        _pattern[colour] = 0
        for number in range(13):
            count = counts[at + 13 * colour + number]
            _have[13 * colour + number] = count
            if count:
                if count > 2:
                    return -1
                tiles += count
                _pattern[colour] += count * _POWER[number]
                doubled[number] |= 1 << colour
        _class[colour] = _class_for(_pattern[colour])
    _sets = 0
    for own in range(4, 1, -1):
        for number in range(13):
            present = doubled[number]
            if _ones(present) >= own:
                for colours in range(3, present + 1):
                    if colours & present == colours and _ones(colours) == own:
                        _set_number[_sets] = number
                        _set_colours[_sets] = colours
                        _set_tiles[_sets] = own
                        _sets += 1
    return tiles


@cython.cfunc
@cython.exceptval(check=False)
def _ones(bits: cython.int) -> cython.int:
    """How many of four bits are set."""
    return (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _melds_away(wilds: cython.int) -> cython.int:
    """Exchanges that the hand in work is away from melds."""
    best: cython.int = _search(0, 0, 0, 0, 0, 14 - wilds, 0)
    return max(14 - wilds - best, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _pairs_away(wilds: cython.int) -> cython.int:
    """Exchanges that the hand in work is away from seven pairs."""
    away: cython.int = 7 - wilds
    face: cython.int
    for face in range(52):
        away -= _have[face] >> 1
    return max(away, 0)


@cython.cfunc
@cython.exceptval(check=False)
@cython.boundscheck(False)
@cython.wraparound(False)
def _helping(wilds: cython.int, melds: cython.int, pairs: cython.int) -> cython.ulonglong:
    """Bits of the faces that bring the hand in work nearer to its nearer goal; its distances are given."""
    goal: cython.int = min(melds, pairs)
    mask: cython.ulonglong = 0
    one: cython.ulonglong = 1
    face: cython.int
    if goal == 0:
        return mask
    for face in range(4):
        _useful[face] = 0
    if melds == goal:
        _search(0, 0, 0, 0, 14 - wilds - melds, 99, 1)
    for face in range(52):
        if _have[face] < 2 and (_useful[face // 13] >> (face % 13) & 1 or (_have[face] == 1 and pairs == goal)):
            mask |= one << face
    if wilds < 2:
        mask |= one << 52
    return mask


@cython.cfunc
def _take(counts: bytes, tiles: cython.int) -> cython.int:
    """Take a hand of so many tiles into work: its wild tiles. Raises `ValueError` for anything else."""
    if len(counts) != 53 or _load(counts, 0) != tiles:
        raise ValueError(f"not 53 counts of {tiles} tiles")
    return counts[52]


@cython.ccall
def learn(first: cython.int, last: cython.int) -> int:
    """Solve the patterns `first`..`last - 1` ahead of their use; how many classes are known."""
    pattern: cython.int
    if not 0 <= first <= last <= 1594323:
        raise ValueError(f"no patterns {first}..{last}")
    for pattern in range(first, last):
        _class_for(pattern)
    return len(_class_ids)


@cython.ccall
def distance(counts: bytes) -> tuple[int, int]:
    """Exchanges that 14 tiles are away from melds and from pairs."""
    wilds: cython.int = _take(counts, 14)
    return _melds_away(wilds), _pairs_away(wilds)


@cython.ccall
def distances(hands: bytes) -> bytes:
    """Distances of many hands of 14 tiles, 53 counts each: two bytes a hand, melds and pairs."""
    data: cython.p_uchar = hands
    number: cython.int = len(hands) // 53
    hand: cython.int
    wilds: cython.int
    if len(hands) != 53 * number:
        raise ValueError("not a whole number of hands")
    answer = bytearray(2 * number)
    out: cython.p_uchar = answer
    for hand in range(number):
        if _load(data, 53 * hand) != 14:
            raise ValueError(f"hand {hand} is not 53 counts of 14 tiles")
        wilds = data[53 * hand + 52]
        out[2 * hand] = _melds_away(wilds)
        out[2 * hand + 1] = _pairs_away(wilds)
    return bytes(answer)


@cython.ccall
def overlap(counts: bytes) -> int:
    """The most natural tiles that 15 tiles share with any 14 in sets and runs."""
    _take(counts, 15)
    return _search(0, 0, 0, 0, 0, 14, 0)


@cython.ccall
def useful(counts: bytes) -> int:
    """Bits of the faces whose draw brings 14 tiles nearer to their nearer goal (bit 52: a real okey)."""
    wilds: cython.int = _take(counts, 14)
    return _helping(wilds, _melds_away(wilds), _pairs_away(wilds))


@cython.ccall
def useful_for_melds(counts: bytes) -> int:
    """The same for the melds alone, also where pairs are nearer."""
    wilds: cython.int = _take(counts, 14)
    return _helping(wilds, _melds_away(wilds), 99)


@cython.ccall
def throws(counts: bytes, left: bytes) -> list[tuple[int, int, int, int]]:
    """The throws of 15 tiles that leave the smallest distance, by face: (face, distance, useful bits, copies of them).

    `left` says for each of the 53 faces how many copies may still come.
    """
    wilds: cython.int = _take(counts, 15)
    whole: cython.int = _search(0, 0, 0, 0, 0, 14, 0)
    least: cython.int = 99
    face: cython.int
    other: cython.int
    melds: cython.int
    copies: cython.int
    mask: cython.ulonglong
    if len(left) != 53:
        raise ValueError("not 53 counts of copies left")
    for face in range(53):
        if counts[face] == 0:
            continue
        if face < 52:
            _change(face, -1)
            melds = 14 - wilds - _search(0, 0, 0, 0, whole - 1, whole, 0)
            _near_pairs[face] = _pairs_away(wilds)
            _change(face, 1)
        else:
            melds = 15 - wilds - whole
            _near_pairs[face] = _pairs_away(wilds - 1)
        _near_melds[face] = max(melds, 0)
        least = min(least, _near_melds[face], _near_pairs[face])
    found = []
    for face in range(53):
        if counts[face] == 0 or (_near_melds[face] > least and _near_pairs[face] > least):
            continue
        if face < 52:
            _change(face, -1)
            mask = _helping(wilds, _near_melds[face], _near_pairs[face])
            _change(face, 1)
        else:
            mask = _helping(wilds - 1, _near_melds[face], _near_pairs[face])
        copies = 0
        for other in range(53):
            if mask >> other & 1:
                copies += left[other]
        found.append((face, least, mask, copies))
    return found
