"""Sentences that several of the Japanese plots share."""

INTRO = [
    "%(home)sに、%(hero)sという%(trait)s%(hero.kid)sがいました。",
    "むかし、%(home)sに、%(trait)s%(hero.kid)sが住んでいました。名前を%(hero)sといいました。",
    "%(trait)s%(hero)sは、%(home)sでくらす%(hero.kid)sでした。",
    "%(home)sに住む%(hero)sは、%(trait)s%(hero.kid)sでした。",
    "これは、%(home)sに住む%(trait)s%(hero.kid)s、%(hero)sのお話です。",
    "%(hero)sという%(hero.kid)sが、%(home)sでくらしていました。%(trait)s子だと、みんなが知っていました。",
]
