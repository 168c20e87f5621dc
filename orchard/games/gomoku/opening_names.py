"""The 26 openings of renju, which Gomoku players use too: white beside the centre, black within two points of it.

The names are the Japanese ones of the Renju International Federation, in its order.
"""

from collections.abc import Mapping

from orchard.core.game import Game

WIDTH = 15  # the board that has them
DIRECT = {
    "h10": "Kansei (寒星)",
    "i10": "Keigetsu (渓月)",
    "j10": "Sosei (疎星)",
    "i9": "Kagetsu (花月)",
    "j9": "Zangetsu (残月)",
    "i8": "Ugetsu (雨月)",
    "j8": "Kinsei (金星)",
    "h7": "Shogetsu (松月)",
    "i7": "Kyugetsu (丘月)",
    "j7": "Shingetsu (新月)",
    "h6": "Zuisei (瑞星)",
    "i6": "Sangetsu (山月)",
    "j6": "Yusei (遊星)",
}
INDIRECT = {
    "j10": "Chosei (長星)",
    "j9": "Kyogetsu (峡月)",
    "j8": "Kosei (恒星)",
    "j7": "Suigetsu (水月)",
    "j6": "Ryusei (流星)",
    "i8": "Ungetsu (雲月)",
    "i7": "Hogetsu (浦月)",
    "i6": "Rangetsu (嵐月)",
    "h7": "Gingetsu (銀月)",
    "h6": "Myojo (明星)",
    "g7": "Shagetsu (斜月)",
    "g6": "Meigetsu (名月)",
    "f6": "Suisei (彗星)",
}
NAMES = {f"h8h9{third}": name for third, name in DIRECT.items()} | {f"h8i9{t}": name for t, name in INDIRECT.items()}


def opening_names(game: Game) -> Mapping[str, str]:
    return NAMES if game.board.width == WIDTH else {}
