"""Results: every figure counted again from the records of the same run, by definitions that docs/results.md gives."""

import itertools
import math
import unittest
from statistics import stdev

from balak_runs import BalakTest

DEALS = 11
# The .975 quantiles of Student's t by degrees of freedom, from a table.
T = {1: 12.706204736174698, 5: 2.5705818356363155, 10: 2.2281388519862744}


class Match:
    """A recorded match: its rounds in order, and who sits where."""

    def __init__(self, rounds):
        self.rounds = rounds
        self.partnership = rounds[0]["rules"]["partnership"]
        names = rounds[0]["strategies"]
        self.sides = names[:2] if self.partnership else names  # the name of each side
        self.score = rounds[-1]["score"]
        self.winner = rounds[-1]["match_winner"]

    def sides_of(self, name):
        return [side for side, there in enumerate(self.sides) if there == name]

    def shares(self):
        """What each side has of the win: sides that tie for the first place divide it."""
        first = [self.winner] if self.winner is not None else [
            side for side, points in enumerate(self.score) if points == max(self.score)]
        return [1 / len(first) if side in first else 0 for side in range(len(self.sides))]

    def deciding(self):
        """What decides the match, by side: who won the round, where it is the only one and pays no penalties."""
        rules = self.rounds[0]["rules"]
        if rules["match"].get("rounds") == 1 and rules["scoring"] == "winner-takes":
            return [int(side == self.winner) for side in range(len(self.sides))]
        return self.score

    def is_shut_out(self):
        scores = [points for side, points in enumerate(self.score) if side != self.winner]
        takes = self.rounds[0]["rules"]["scoring"] == "winner-takes"
        return takes and self.winner is not None and not any(scores)

    def comes_back(self):
        """Whether it was won by a side that was behind halfway: at half the target, or of the rounds."""
        target, rounds = (self.rounds[0]["rules"]["match"].get(key) for key in ("target", "rounds"))
        reached = [played["score"] for number, played in enumerate(self.rounds, start=1)
                   if (number == rounds // 2 if rounds else 2 * max(played["score"]) >= target)]
        return self.winner is not None and bool(reached) and reached[0][self.winner] < max(reached[0])

    def opener(self, played):
        return played["opener"] % 2 if self.partnership else played["opener"]

    def over_others(self, side):
        others = [points for other, points in enumerate(self.score) if other != side]
        return self.score[side] - sum(others) / len(others)


def margin(match, points, a, b):
    """The mean points of the sides of a less those of b."""
    mean = lambda name: sum(points[side] for side in match.sides_of(name)) / len(match.sides_of(name))
    return mean(a) - mean(b)


def split(match, winners, a, b):
    """How many of these were a's, b's and nobody's of the two."""
    of_a = sum(winner in match.sides_of(a) for winner in winners)
    of_b = sum(winner in match.sides_of(b) for winner in winners)
    return {"a": of_a, "b": of_b, "nobody": len(winners) - of_a - of_b}


def added(splits):
    splits = list(splits)
    return {key: sum(one[key] for one in splits) for key in ("a", "b", "nobody")}


def ratio_estimate(values, weights, lowest=-math.inf, highest=math.inf):
    """The sum of values over the sum of weights, both by deal, with its interval."""
    mean = math.fsum(values) / math.fsum(weights)
    residuals = math.fsum((value - mean * weight) ** 2 for value, weight in zip(values, weights))
    error = math.sqrt(residuals / (len(values) - 1) * len(values)) / math.fsum(weights)
    reach = T[len(values) - 1] * error
    return {"mean": mean, "standard_error": error,
            "ci95": [max(mean - reach, lowest), min(mean + reach, highest)]}


def block_numbers(text):
    return [int(number) for number in text.split(" ")]


def in_blocks(values, arrangements):
    """The sums of the 256 blocks of deals, whole numbers but for rounding."""
    sums = [round(math.fsum(values[first : first + arrangements])) for first in range(0, len(values), arrangements)]
    return sums + [0] * (256 - len(sums))


def two_sided_p(estimate, even):
    """The p-value of a t test over DEALS deals: for an even number of degrees of freedom Student's law is a finite
    sum."""
    freedom = DEALS - 1
    distance = abs(estimate["mean"] - even)
    if distance == 0:
        return 1.0
    if estimate["standard_error"] == 0:
        return 2.0 ** -freedom
    angle = math.atan(distance / estimate["standard_error"] / math.sqrt(freedom))
    term, inside = 1.0, 1.0
    for k in range(1, freedom // 2):
        term *= (2 * k - 1) / (2 * k) * math.cos(angle) ** 2
        inside += term
    return max(1 - math.sin(angle) * inside, 2.0 ** -freedom)


def holm(p_values):
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=lambda place: p_values[place])):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = least
    return adjusted


class Results(BalakTest):
    def played(self, **config):
        """Plays a config and records all of it. Returns the statistics and, deal by deal, its matches."""
        config = {"strategies": ["random", "greedy-heavy", "doubles-first"], "seed": 7,
                  "output": {"records": "records.jsonl", "record_matches": 10**6}} | config
        results = self.results_of(config, "--threads", "2")
        (statistics,) = results["statistics"]
        rounds = itertools.groupby(self.records("records.jsonl"), key=lambda played: played["match"])
        matches = [Match(list(group)) for _, group in rounds]
        self.assertEqual(statistics["totals"]["deals"], DEALS)
        self.assertEqual(statistics["totals"]["matches"], len(matches))
        legs, rest = divmod(len(matches), DEALS)
        self.assertEqual(rest, 0)
        deals = [matches[first : first + legs] for first in range(0, len(matches), legs)]
        self.check_deals(deals)
        return statistics, deals

    def check_deals(self, deals):
        """Every match of a deal has the same tiles, and nobody sits twice in the same order."""
        for deal in deals:
            dealt = lambda match: [match.rounds[0][key] for key in ("hands", "starter")]
            self.assertTrue(all(dealt(match) == dealt(deal[0]) for match in deal))
            # The tiles drawn come first in a record; which are in the boneyard is the same.
            self.assertTrue(all(sorted(match.rounds[0]["boneyard"]) == sorted(deal[0].rounds[0]["boneyard"])
                                for match in deal))
            seatings = [tuple(match.rounds[0]["strategies"]) for match in deal]
            self.assertEqual(len(set(seatings)), len(seatings))

    def same(self, found, expected, what):
        """Compares JSON: numbers up to rounding, all else exactly."""
        if isinstance(expected, dict):
            self.assertEqual(found.keys(), expected.keys(), what)
            for key in expected:
                self.same(found[key], expected[key], f"{what}.{key}")
        elif isinstance(expected, list):
            self.assertEqual(len(found), len(expected), what)
            for number, pair in enumerate(zip(found, expected)):
                self.same(*pair, f"{what}[{number}]")
        elif isinstance(expected, float):
            self.assertTrue(math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9), f"{what}: {found}, {expected}")
        else:
            self.assertEqual(found, expected, what)

    def check_histogram(self, histogram, margins, what):
        width = histogram["bin_width"]
        bins = histogram["bins"]
        self.assertGreater(width, 0)
        self.assertEqual(sum(count for _, count in bins), len(margins), what)
        self.assertEqual(bins, sorted(bins), what)
        for middle, count in bins:
            self.assertEqual(middle % width, 0, what)
            self.assertGreater(count, 0, what)
            # A margin on the edge of two bins may be in either.
            inside = sum(abs(one - middle) < width / 2 for one in margins)
            at_most = sum(abs(one - middle) <= width / 2 for one in margins)
            self.assertTrue(inside <= count <= at_most, f"{what}: {inside} <= {count} <= {at_most} at {middle}")

    def check_spread(self, found, by_deal, weights, margins, what):
        expected = ratio_estimate(by_deal, weights)
        self.check_histogram(found["histogram"], margins, what)
        expected |= {"sd": stdev(margins), "histogram": found["histogram"]}
        self.same(found, expected, what)

    def check_pairing(self, found, deals, free_for_all):
        a, b = found["a"], found["b"]
        what = f"{a} - {b}"
        self.assertEqual(found["seen_from"], a)
        deals = [[match for match in deal if {a, b} <= set(match.sides)] for deal in deals]
        matches = [match for deal in deals for match in deal]
        match_margin = lambda match: margin(match, match.score, a, b)

        def sign(match):
            if free_for_all:
                ahead = margin(match, match.deciding(), a, b)
                return (ahead > 0) - (ahead < 0)
            return (match.winner in match.sides_of(a)) - (match.winner in match.sides_of(b))

        def share(match):
            return (1 + sign(match)) / 2 if free_for_all else sum(match.shares()[side] for side in match.sides_of(a))

        rounds = [(match, one) for match in matches for one in match.rounds]
        counts = [len(deal) for deal in deals]
        round_counts = [sum(len(match.rounds) for match in deal) for deal in deals]
        margins_by_deal = [math.fsum(map(match_margin, deal)) for deal in deals]
        of_rounds = lambda kind: added(split(match, [one["winner"]], a, b) for match, one in rounds if kind(one))
        capicu = of_rounds(lambda one: one["capicu"])
        shut_outs = added(split(match, [match.winner], a, b) for match in matches if match.is_shut_out())
        self.check_spread(found["points_per_match"], margins_by_deal, counts, list(map(match_margin, matches)),
                          what + ".points_per_match")
        self.check_spread(found["points_per_round"], margins_by_deal, round_counts,
                          [margin(match, one["points"], a, b) for match, one in rounds], what + ".points_per_round")
        margins = list(map(match_margin, matches))
        error = found["points_per_match"]["standard_error"]
        self.same(found, {
            "a": a, "b": b, "seen_from": a,
            "deals": DEALS,
            "matches": len(matches),
            "wins": sum(sign(match) > 0 for match in matches),
            "draws": sum(sign(match) == 0 for match in matches),
            "losses": sum(sign(match) < 0 for match in matches),
            "win_rate": ratio_estimate([math.fsum(map(share, deal)) for deal in deals], counts, 0, 1),
            "points_per_match": found["points_per_match"],
            "points_per_round": found["points_per_round"],
            "duplication_gain": stdev(margins) ** 2 / len(margins) / error**2 if error > 0 else None,
            "rounds": len(rounds),
            "rounds_won": of_rounds(lambda one: True),
            "blocked_rounds_won": of_rounds(lambda one: one["ending"] == "blocked"),
            "capicu": {key: capicu[key] for key in "ab"},
            "shut_outs": {key: shut_outs[key] for key in "ab"},
            **{key: found[key] for key in ("p_value", "p_holm", "separated")},  # check_tests
            "by_seat": [self.by_seat(side, a, matches) for side in range(len(matches[0].sides))],
            "by_opener": {"a": self.by_opener(a, a, b, rounds), "b": self.by_opener(b, a, b, rounds)},
            "blocks": found["blocks"],
        }, what)
        # A block has a deal of every arrangement; no run here has as many deals as there are blocks.
        sides = len(matches[0].sides)
        arrangements = math.factorial(sides - 1) if free_for_all else 1
        scale = 1 if free_for_all else sides - 1
        shares = [12 * math.fsum(map(share, deal)) for deal in deals]
        for key, values in (("shares", shares), ("margin", [scale * value for value in margins_by_deal]),
                            ("rounds", round_counts)):
            self.assertEqual(block_numbers(found["blocks"][key]), in_blocks(values, arrangements), f"{what}.{key}")

    def by_seat(self, side, a, matches):
        there = [match for match in matches if match.sides[side] == a]
        self.assertTrue(there)
        return {"seats": [side, side + 2] if matches[0].partnership else [side],
                "matches": len(there),
                "win_rate": math.fsum(match.shares()[side] for match in there) / len(there),
                "points_per_match": math.fsum(match.over_others(side) for match in there) / len(there)}

    def by_opener(self, opener, a, b, rounds):
        opened = [(match, one) for match, one in rounds if match.opener(one) in match.sides_of(opener)]
        self.assertTrue(opened)
        won = added(split(match, [one["winner"]], a, b) for match, one in opened)
        points = math.fsum(margin(match, one["points"], a, b) for match, one in opened)
        return {"rounds": len(opened), "won": won, "win_rate": won["a"] / len(opened),
                "points_per_round": points / len(opened)}

    def check_totals(self, found, deals):
        matches = [match for deal in deals for match in deal]
        rounds = [(match, one) for match in matches for one in match.rounds]
        tokens = [token for _, one in rounds for token in one["moves"]]
        drawn = sum(token.startswith("+") for token in tokens)
        blocked = sum(one["ending"] == "blocked" for _, one in rounds)
        opener_won = sum(one["winner"] == match.opener(one) for match, one in rounds)
        self.same(found, {
            "deals": DEALS,
            "matches": len(matches),
            "drawn_matches": sum(match.winner is None for match in matches),
            "shut_outs": sum(match.is_shut_out() for match in matches),
            "rounds": len(rounds),
            "rounds_per_match": len(rounds) / len(matches),
            "blocked_rounds": blocked,
            "blocked_rate": blocked / len(rounds),
            "rounds_nobody_won": sum(one["winner"] is None for _, one in rounds),
            "rounds_opener_won": opener_won,
            "opener_win_rate": opener_won / len(rounds),
            "capicu": sum(one["capicu"] for _, one in rounds),
            "turns": len(tokens) - drawn,
            "turns_per_round": (len(tokens) - drawn) / len(rounds),
            "passes": tokens.count("pass"),
            "tiles_drawn": drawn,
            "tiles_drawn_per_round": drawn / len(rounds),
        }, "totals")

    def check_ladder(self, ladder, deals, free_for_all):
        order = [(entry["win_rate"]["mean"], entry["points_per_round"]["mean"]) for entry in ladder]
        self.assertEqual(order, sorted(order, reverse=True))
        for rank, entry in enumerate(ladder, start=1):
            name = entry["name"]
            own = [[match for match in deal if name in match.sides] for deal in deals]
            matches = [match for deal in own for match in deal]
            opponent = lambda match: next(other for other in match.sides if other != name)
            won = lambda match: match.winner in match.sides_of(name)

            def points(match):
                if free_for_all:
                    return match.over_others(match.sides.index(name))
                return margin(match, match.score, name, opponent(match))

            shares = [math.fsum(match.shares()[side] for match in deal for side in match.sides_of(name))
                      for deal in own]
            by_deal = [math.fsum(map(points, deal)) for deal in own]
            counts = [len(deal) for deal in own]
            round_counts = [sum(len(match.rounds) for match in deal) for deal in own]
            self.same(entry, {
                "rank": rank,
                "name": name,
                "type": name,
                "matches": len(matches),
                "wins": sum(map(won, matches)),
                "draws": sum(match.winner is None for match in matches),
                "losses": sum(match.winner is not None and not won(match) for match in matches),
                "rounds": sum(round_counts),
                "win_rate": ratio_estimate(shares, counts, 0, 1),
                "even_win_rate": 1 / len(matches[0].sides) if free_for_all else 0.5,
                "points_per_match": ratio_estimate(by_deal, counts),
                "points_per_round": ratio_estimate(by_deal, round_counts),
                **{key: entry[key] for key in ("elo", "elo_error", "elo_ci95", "elo_fisher_error", "groups",
                                               "nash_share", "nash_score")},  # check_standing
            }, name)

    def check_tests(self, pairings):
        """Every difference is tested over deals, and all of them at once."""
        for figure, even in (("win_rate", 0.5), ("points_per_round", 0)):
            p_values = [two_sided_p(one[figure], even) for one in pairings]
            self.same([one["p_value"][figure] for one in pairings], p_values, f"p_value.{figure}")
            self.same([one["p_holm"][figure] for one in pairings], holm(p_values), f"p_holm.{figure}")
        for one in pairings:
            self.assertEqual(one["separated"], one["p_holm"]["win_rate"] <= 0.05)

    def check_standing(self, ladder, pairings, ratings):
        """What goes by the pairings as a whole. That the Elo is the likeliest is shown in tests/ratings_test.cpp."""
        by_name = {entry["name"]: entry for entry in ladder}
        self.assertAlmostEqual(math.fsum(entry["elo"] for entry in ladder), 0, delta=1e-6)
        for one in pairings:
            shared = set(by_name[one["a"]]["groups"]) & set(by_name[one["b"]]["groups"])
            self.assertEqual(not shared, one["separated"])
        if len(pairings) == len(ladder) * (len(ladder) - 1) // 2:
            lead = {}
            for one in pairings:
                lead[one["a"], one["b"]] = one["win_rate"]["mean"] - 0.5
                lead[one["b"], one["a"]] = 0.5 - one["win_rate"]["mean"]
            self.assertAlmostEqual(math.fsum(entry["nash_share"] for entry in ladder), 1)
            for entry in ladder:
                score = math.fsum(lead[entry["name"], other["name"]] * other["nash_share"]
                                  for other in ladder if other is not entry)
                self.assertAlmostEqual(entry["nash_score"], score)
                self.assertLess(score, 1e-6, "nobody beats the mixture")
        else:
            self.assertTrue(all(entry["nash_share"] is None and entry["nash_score"] is None for entry in ladder))
        self.assertEqual(ratings.keys(),
                         {"anchor", "finite", "opening", "draws", "likelihood_of_superiority", "cycle"})
        self.assertEqual(ratings["likelihood_of_superiority"]["names"], [entry["name"] for entry in ladder])
        matrix = ratings["likelihood_of_superiority"]["of_row_over_column"]
        for row, column in itertools.product(range(len(ladder)), repeat=2):
            self.assertAlmostEqual(matrix[row][column] + matrix[column][row], 1)
            self.assertEqual(matrix[row][column] > 0.5 + 1e-6, ladder[row]["elo"] > ladder[column]["elo"] + 1e-6)

    def check_design(self, found, counted, deals, pairings, arrangements):
        """Figures of the rules, with errors from blocks of deals: a block has a deal of every arrangement."""
        blocks = [[match for deal in deals[first : first + arrangements] for match in deal]
                  for first in range(0, len(deals), arrangements)]
        matches = [match for block in blocks for match in block]
        sum_of = lambda what: [sum(map(what, block)) for block in blocks]
        rounds_of = lambda kind: sum_of(lambda match: sum(map(kind, match.rounds)))
        opened = sum_of(lambda match: sum(one["winner"] == match.opener(one) for one in match.rounds))
        decided = rounds_of(lambda one: one["winner"] is not None)
        rounds, played = rounds_of(lambda one: 1), sum_of(lambda match: 1)
        edge = ratio_estimate(opened, decided)
        even = 1 / len(matches[0].sides)
        edge["mean"] -= even
        edge["ci95"] = [end - even for end in edge["ci95"]]
        by_better, by_either = [0] * len(blocks), [0] * len(blocks)
        for one in pairings:
            better, worse = (one["a"], one["b"]) if one["win_rate"]["mean"] >= 0.5 else (one["b"], one["a"])
            for number, block in enumerate(blocks):
                met = [match for match in block if {better, worse} <= set(match.sides)]
                won = added(split(match, [played["winner"] for played in match.rounds], better, worse) for match in met)
                by_better[number] += won["a"]
                by_either[number] += won["a"] + won["b"]
        drawn = rounds_of(lambda one: sum(token.startswith("+") for token in one["moves"]))
        turns = rounds_of(lambda one: sum(not token.startswith("+") for token in one["moves"]))
        sides = len(matches[0].sides)
        self.same({key: block_numbers(text) if isinstance(text, str) else text for key, text in counted.items()}, {
            "count": 256,
            "shares_of_match": 12,
            "margins_of_point": 1 if arrangements > 1 else sides - 1,
            **{key: values + [0] * (256 - len(blocks)) for key, values in {
                "deals": [len(deals[first : first + arrangements]) for first in range(0, len(deals), arrangements)],
                "matches": played,
                "rounds": rounds,
                "rounds_decided": decided,
                "rounds_opener_won": opened,
                "blocked_rounds": rounds_of(lambda one: one["ending"] == "blocked"),
                "turns": turns,
                "tiles_drawn": drawn,
                "comebacks": sum_of(Match.comes_back),
                "rounds_better_won": by_better,
                "rounds_either_won": by_either,
                "capicu": rounds_of(lambda one: one["capicu"]),
                "shut_outs": sum_of(Match.is_shut_out),
            }.items()},
        }, "blocks")
        self.same(found, {
            "opener_edge": edge,
            "blocked_rate": ratio_estimate(rounds_of(lambda one: one["ending"] == "blocked"), rounds),
            "turns_per_round": ratio_estimate(turns, rounds),
            "tiles_drawn_per_round": ratio_estimate(drawn, rounds),
            "rounds_per_match": ratio_estimate(rounds, played),
            "comeback_rate": ratio_estimate(sum_of(Match.comes_back), played),
            "skill": ratio_estimate(by_better, by_either),
            "capicu_rate": ratio_estimate(rounds_of(lambda one: one["capicu"]), rounds),
            "shut_out_rate": ratio_estimate(sum_of(Match.is_shut_out), played),
        }, "design")

    def check(self, pairings, **config):
        statistics, deals = self.played(**config)
        self.assertEqual(statistics.keys(), {"rules", "totals", "design", "strategies", "ratings", "pairings", "blocks"})
        free_for_all = config.get("format") == "free-for-all"
        names = config.get("strategies", ["random", "greedy-heavy", "doubles-first"])
        self.assertEqual([(one["a"], one["b"]) for one in statistics["pairings"]], pairings(names))
        self.assertEqual(sorted(one["name"] for one in statistics["strategies"]), sorted(names))
        self.check_totals(statistics["totals"], deals)
        self.check_ladder(statistics["strategies"], deals, free_for_all)
        for pairing in statistics["pairings"]:
            self.check_pairing(pairing, deals, free_for_all)
        self.check_tests(statistics["pairings"])
        self.check_standing(statistics["strategies"], statistics["pairings"], statistics["ratings"])
        sides = len(deals[0][0].sides)
        self.check_design(statistics["design"], statistics["blocks"], deals, statistics["pairings"],
                          math.factorial(sides - 1) if free_for_all else 1)
        return statistics["totals"], [match for deal in deals for match in deal]

    @staticmethod
    def all_pairs(names):
        return list(itertools.combinations(names, 2))

    @staticmethod
    def first_against_rest(names):
        return [(names[0], other) for other in names[1:]]

    def test_two_players(self):
        self.check(self.all_pairs, rules="playboard", matches=2 * DEALS)

    def test_two_players_for_penalties(self):
        self.check(self.all_pairs, rules="four-rounds", matches=2 * DEALS)

    def test_two_players_round_by_round(self):
        self.check(self.all_pairs, rules="la-plaza-1v1", matches=2 * DEALS, unit="round")

    def test_two_players_with_few_tiles_and_many_draws(self):
        rules = {"preset": "block", "max_pip": 3, "hand_size": 2, "match": {"rounds": 2}, "block": {"tie": "none"}}
        totals, _ = self.check(self.all_pairs, rules=rules, matches=2 * DEALS, seed=4)
        self.assertGreater(totals["drawn_matches"], 0)
        self.assertGreater(totals["rounds_nobody_won"], 0)

    def test_partnerships(self):
        rules = {"preset": "la-plaza-pairs+capicu-30", "match": {"target": 20}}  # a short one has shut-outs
        totals, _ = self.check(self.all_pairs, rules=rules, matches=2 * DEALS)
        self.assertGreater(totals["shut_outs"], 0)
        self.assertGreater(totals["capicu"], 0)
        self.assertGreater(totals["blocked_rounds"], 0)

    def test_a_gauntlet(self):
        self.check(self.first_against_rest, rules="block", format="gauntlet", matches=2 * DEALS)

    def test_pairings_of_three(self):
        self.check(self.all_pairs, rules="playboard", players=3, matches=6 * DEALS)

    def test_pairings_of_four(self):
        self.check(self.first_against_rest, rules="playboard", players=4, format="gauntlet", matches=8 * DEALS)

    def test_a_free_for_all_of_three(self):
        names = ["random", "greedy-heavy", "doubles-first", "tile-counting"]
        # Every two meet at two tables, each in three rotations.
        self.check(self.all_pairs, rules="playboard", players=3, format="free-for-all", strategies=names,
                   matches=6 * DEALS)

    def test_a_free_for_all_of_four(self):
        names = ["random", "greedy-heavy", "doubles-first", "tile-counting"]
        rules = {"preset": "playboard", "match": {"target": 30}}
        self.check(self.all_pairs, rules=rules, players=4, format="free-for-all", strategies=names, matches=4 * DEALS)

    def test_three_of_whom_two_may_share_the_first_place(self):
        # Who goes out has 0; so has who is left with 0-0.
        rules = {"preset": "block", "players": 3, "max_pip": 2, "hand_size": 2, "scoring": "penalty",
                 "match": {"rounds": 1}}
        _, matches = self.check(self.all_pairs, rules=rules, matches=6 * DEALS)
        self.assertIn(1 / 2, [share for match in matches for share in match.shares()])

    def test_three_who_may_all_share_the_first_place(self):
        rules = {"preset": "block", "players": 3, "hand_size": 3, "block": {"tie": "none"}, "match": {"rounds": 1}}
        _, matches = self.check(self.all_pairs, rules=rules, matches=6 * DEALS)
        self.assertIn(1 / 3, [share for match in matches for share in match.shares()])


class Words(BalakTest):
    """The tables say in words which strategies are separated, and which are not."""

    def said(self, strategies, matches, **config):
        self.write("config.json", {"rules": "playboard", "strategies": strategies, "matches": matches} | config)
        return self.good("tournament", "config.json", "--output", "results.json")

    def test_two_that_are_separated(self):
        self.assertRegex(self.said(["random", "tile-counting"], 200),
                         r"(?m)^Separated: tile-counting above random \(win rate, p < 0\.0001\)\.$")

    def test_two_that_are_not(self):
        self.assertIn("\nNot separated: random and again (p = 1), win rate.\n",
                      self.said(["random", {"type": "random", "name": "again"}], 200))

    def test_a_single_deal_tells_nothing(self):
        self.assertIn("\nFewer than two deals: nothing can be told apart.\n", self.said(["random", "greedy-heavy"], 2))

    def test_all_of_several(self):
        self.assertIn("\nAll 3 pairings are separated by win rate (p < 0.05 after Holm's correction): "
                      "tile-counting above doubles-first above random.\n",
                      self.said(["doubles-first", "random", "tile-counting"], 1000))

    def test_most_of_several(self):
        self.assertIn("\n2 of 3 pairings are separated by win rate (p < 0.05 after Holm's correction). Not separated: "
                      "random and again (p = 1).\n",
                      self.said(["random", {"type": "random", "name": "again"}, "tile-counting"], 1000))

    def test_none_of_several(self):
        clones = ["random", {"type": "random", "name": "again"}, {"type": "random", "name": "more"}]
        self.assertIn("\nNo two strategies are separated by win rate (p < 0.05 after Holm's correction): play more "
                      "matches, or they are equal.\n", self.said(clones, 100))

    def test_a_gauntlet_has_no_order(self):
        text = self.said(["tile-counting", "random", "greedy-heavy"], 1000, format="gauntlet")
        self.assertIn("\nAll 2 pairings are separated by win rate (p < 0.05 after Holm's correction).\n", text)


class Cheats(BalakTest):
    def test_ladders_and_results_mark_a_strategy_that_sees_all(self):
        config = {"rules": "block", "matches": 2,
                  "strategies": [{"name": "peeping", "type": "clairvoyant", "positions": 100}, "random"]}
        marks = {entry["name"]: entry.get("sees_all") for entry in self.results_of(config)["statistics"][0]["strategies"]}
        self.assertEqual(marks, {"peeping": True, "random": None})
        page = self.good("tournament", "config.json")
        self.assertRegex(page, r"(?m)^ *peeping \(sees all\) ")
        self.assertNotIn("random (sees all)", page)


class Shape(BalakTest):
    def test_config_statistics_and_run(self):
        results = self.results_of({"name": "shape", "rules": ["playboard", "la-plaza-pairs"], "matches": 4,
                                   "strategies": ["random", "monte-carlo:determinizations=2"]}, "--threads", "2")
        self.assertEqual(list(results), ["schema", "config", "statistics", "run", "counts"])
        self.assertEqual(results["schema"], "balak.results/1")
        self.assertEqual(results["config"]["output"], {"results": "results.json"})
        self.assertEqual(results["config"]["strategies"][1]["rollout"], "tile-counting")  # a default, resolved
        self.assertEqual([rules["name"] for rules in results["config"]["rules"]], ["playboard", "la-plaza-pairs"])
        self.assertEqual(len(results["statistics"]), 2)
        run = results["run"]
        self.assertEqual(list(run), ["complete", "version", "target", "rounds_in_slices", "threads", "seconds",
                                     "matches_per_second", "rounds_per_second"])
        self.assertIs(run["complete"], True)
        self.assertEqual(run["threads"], 2)
        totals = [one["totals"] for one in results["statistics"]]
        for rate, counted in (("matches_per_second", "matches"), ("rounds_per_second", "rounds")):
            self.assertAlmostEqual(run[rate] * run["seconds"], sum(one[counted] for one in totals), delta=1e-3)

    def test_the_effective_config_plays_the_same_again(self):
        first = self.results_of({"rules": "la-plaza-1v1+short", "strategies": ["random", "tile-counting:pip=0"],
                                 "matches": 50, "seed": 2**64 - 1})
        again = self.results_of(first["config"])
        self.assertEqual(again["statistics"], first["statistics"])
        self.assertEqual(again["config"], first["config"])

    def test_options_override_the_config(self):
        config = {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 5000, "seed": 5, "threads": 1,
                  "output": {"results": "unused.json", "records": "unused.jsonl", "record_matches": 7}}
        effective = self.results_of(config, "--matches", "6", "--seed", "18446744073709551615", "--threads", "2",
                                    "--records", "used.jsonl", "--record-matches", "3")["config"]
        self.assertEqual(effective["matches"], 6)
        self.assertEqual(effective["seed"], 2**64 - 1)
        self.assertEqual(effective["threads"], 2)
        self.assertEqual(effective["output"], {"results": "results.json", "records": "used.jsonl", "record_matches": 3})
        self.assertEqual(self.files(), ["config.json", "results.json", "used.jsonl"])

    def test_results_go_to_a_folder_of_that_name_by_default(self):
        self.write("my-tournament.json", {"rules": "block", "strategies": ["random", "greedy-heavy"], "matches": 2})
        self.good("tournament", "my-tournament.json")
        self.assertEqual(self.files(), ["my-tournament.json", "results/my-tournament.json"])

    def test_a_match_writes_only_what_it_is_told_to(self):
        self.good("match", "random", "random", "--matches", "2")
        self.assertEqual(self.files(), [])

    def test_matches_are_rounded_up_to_whole_deals(self):
        for players, legs in ((2, 2), (3, 6), (4, 8)):
            results = self.results_of({"rules": "playboard", "players": players, "matches": legs + 1,
                                       "strategies": ["random", "greedy-heavy"]})
            self.assertEqual(results["statistics"][0]["pairings"][0]["matches"], 2 * legs)
            self.assertEqual(results["statistics"][0]["pairings"][0]["deals"], 2)

    def test_one_deal_has_means_but_no_intervals(self):
        results = self.results_of({"rules": "playboard", "strategies": ["random", "greedy-heavy"], "matches": 1})
        pairing = results["statistics"][0]["pairings"][0]
        for figure in ("win_rate", "points_per_match", "points_per_round"):
            self.assertIsInstance(pairing[figure]["mean"], float)
            self.assertIsNone(pairing[figure]["standard_error"])
            self.assertIsNone(pairing[figure]["ci95"])

    def test_a_strategy_and_its_clone_are_equal(self):
        results = self.results_of({"rules": "la-plaza-pairs", "matches": 40,
                                   "strategies": ["tile-counting", {"type": "tile-counting", "name": "clone"}]})
        pairing = results["statistics"][0]["pairings"][0]
        self.assertEqual(pairing["wins"], pairing["losses"])
        self.assertEqual(pairing["points_per_match"]["ci95"], [0, 0])


if __name__ == "__main__":
    unittest.main()
