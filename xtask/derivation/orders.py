"""The orders in which columns compare the octets that they hold."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from common import number_of_octets, swap_guid
from scheme import Scheme

Key = Callable[[List[int]], Any]

# The DN octets from the one that SQL Server compares first.
MSSQL = [10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3]
# The NET octets as MariaDB stores a value whose segments it exchanges.
MARIADB = [10, 11, 12, 13, 14, 15, 8, 9, 6, 7, 4, 5, 0, 1, 2, 3]


def signed64(octets: List[int]) -> int:
    """The 64-bit number as a two's complement integer."""
    number = number_of_octets(octets)
    return number - 2**64 if number >= 2**63 else number


def mssql(octets: List[int]) -> List[int]:
    """What SQL Server compares of a `uniqueidentifier`."""
    dn = swap_guid(octets)
    return [dn[index] for index in MSSQL]


def mariadb(octets: List[int]) -> List[int]:
    """The octets that MariaDB stores for a `UUID`."""
    if 0x01 <= octets[6] <= 0x5F and octets[8] >= 0x80:
        return [octets[index] for index in MARIADB]
    return list(octets)


KEYS: Dict[str, Key] = {
    "value-unsigned": number_of_octets,
    "value-signed64": signed64,
    "guid-net": list,
    "guid-dn": swap_guid,
    "mssql-uniqueidentifier": mssql,
    "mariadb-uuid": mariadb,
}


def sort_octets(scheme: Scheme, ids: List[List[int]], ordering: str) -> List[List[int]]:
    """Sort; values that compare equal keep their order."""
    if ordering == "text":
        return sorted(ids, key=lambda octets: scheme.canonical(number_of_octets(octets)))
    return sorted(ids, key=KEYS[ordering])
