"""How connections to Kueue's servers are encrypted.

Source: k8s.io/component-base v0.36.2, cli/flag/{ciphersuites,curves}_flag.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from heliostat.manifests.guess import did_you_mean
from heliostat.schemas.targets import Targets
from heliostat.specs.arguments import Problem, arguments

SUITES = (
    "TLS_AES_128_GCM_SHA256",
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
    "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
    "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
    "TLS_RSA_WITH_AES_128_CBC_SHA",
    "TLS_RSA_WITH_AES_128_CBC_SHA256",
    "TLS_RSA_WITH_AES_128_GCM_SHA256",
    "TLS_RSA_WITH_AES_256_CBC_SHA",
    "TLS_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_RSA_WITH_RC4_128_SHA",
)

CURVES = (23, 24, 25, 29, 4587, 4588, 4589)
"""P-256, P-384, P-521, X25519 and the three with ML-KEM, as Go 1.26 numbers them."""


@arguments
class TlsOptions:
    """How connections to Kueue's servers are encrypted.

    Args:
        min_version: oldest version of TLS.
        cipher_suites: suites of TLS 1.2, by Go's names; Go's choice unless given.
        curve_preferences: curves by their numbers in Go's crypto/tls; Go's choice unless given.
    """

    min_version: Literal["VersionTLS12", "VersionTLS13"] | None = None
    cipher_suites: Sequence[str] = ()
    curve_preferences: Sequence[int] = ()

    def check(self, targets: Targets) -> Iterator[Problem]:
        for index, name in enumerate(self.cipher_suites):
            if name not in SUITES:
                yield Problem(f"cipher_suites[{index}]", f'"{name}" is no cipher suite of Go{did_you_mean(name, SUITES)}')
        for index, number in enumerate(self.curve_preferences):
            if number not in CURVES:
                yield Problem(f"curve_preferences[{index}]", f"must be one of {', '.join(map(str, CURVES))}, got {number}")
            elif number in self.curve_preferences[:index]:
                yield Problem(f"curve_preferences[{index}]", f"must differ from every other one, got {number} again")
        if self.cipher_suites and self.min_version == "VersionTLS13":
            yield Problem("cipher_suites", "must be left out with VersionTLS13, whose suites cannot be chosen")
