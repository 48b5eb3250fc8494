"""TEMPORARY slow stand-in until the solver helper's files land (overwrite me)."""
from okey.rules.melds import rising, is_set, is_pair
from okey.rules.tiles import value
from itertools import combinations, permutations

def _search(tiles, okey):
    if not tiles: return ()
    first, rest = tiles[0], tiles[1:]
    for size in (2, 3, 4):
        for combo in combinations(rest, size):
            group = (first, *combo)
            ok = None
            if is_set(group, okey): ok = group
            else:
                for p in permutations(group):
                    if rising(p, okey): ok = p; break
            if ok:
                left = tuple(t for t in rest if t not in combo)
                sub = _search(left, okey)
                if sub is not None: return (ok, *sub)
    return None

def pairs_of(tiles, okey):
    left = sorted(t for t in tiles if t >> 1 != okey); wild = [t for t in tiles if t >> 1 == okey]; out = []; singles = []
    while left:
        t = left.pop()
        if left and left[-1] >> 1 == t >> 1: out.append((left.pop(), t))
        else: singles.append(t)
    for s in singles:
        if wild: out.append((s, wild.pop()))
    if len(wild) == 2: out.append(tuple(wild))
    return tuple(out)

def reading(tiles, okey, pairs_only=False):
    p = pairs_of(tiles, okey)
    if len(p) == 7: return "pairs", p
    if pairs_only: return None
    nat = sorted((t for t in tiles if t >> 1 != okey), key=lambda t: value(t, okey)); wild = [t for t in tiles if t >> 1 == okey]
    cnt = sum(1 for t in nat if any(u != t and (abs(value(u, okey) % 13 - value(t, okey) % 13) in (0, 1, 2, 11, 12)) for u in nat))
    if cnt < len(nat) : return None
    found = _search(tuple(nat + wild), okey)
    return None if found is None else ("melds", found)

def complete(tiles, okey):
    out = ()
    r = reading(tiles, okey)
    if r: out = (r[0],)
    return out

def melds_of(tiles, okey): return ()
