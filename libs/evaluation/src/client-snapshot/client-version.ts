/** What the format of the client snapshot depends on. */
export interface ClientCapabilities {
  /** Knows constraints on the entity id, from 1.38.0 on. */
  readonly knowsEntityId: boolean;
  /** Knows default variants, from 1.47.0 on. */
  readonly knowsDefaultVariant: boolean;
}

/** What a client is taken for that does not say, or not intelligibly, which server version it understands. */
const UNKNOWN_CLIENT: Version = { major: 1, minor: 37, isPrerelease: false };

/** Major, minor, patch, pre-release and build; what is missing counts as 0, and only whole versions have the rest. */
const PATTERN =
  /^\s*v?(\d{1,9})(?:\.(\d{1,9})(?:\.(\d{1,9})(-[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?(?:\+[\dA-Za-z.-]+)?)?)?\s*$/;

interface Version {
  readonly major: number;
  readonly minor: number;
  /** True for a pre-release of the patch 0, which sorts below all releases of the minor version. */
  readonly isPrerelease: boolean;
}

/** What was asked for last: nearly all clients are of one version. */
let last: { readonly accepted: string | undefined; readonly capabilities: ClientCapabilities } | undefined;

/**
 * What a client can read.
 *
 * @param accepted The `X-Flipt-Accept-Server-Version` header: the highest server version the client understands.
 */
export function clientCapabilities(accepted: string | undefined): ClientCapabilities {
  if (last === undefined || last.accepted !== accepted) {
    const version = parseVersion(accepted ?? '') ?? UNKNOWN_CLIENT;
    const capabilities = {
      knowsEntityId: isAtLeast(version, 1, 38),
      knowsDefaultVariant: isAtLeast(version, 1, 47),
    };
    last = { accepted, capabilities };
  }
  return last.capabilities;
}

function parseVersion(text: string): Version | undefined {
  const match = PATTERN.exec(text);
  if (match === null) return undefined;
  const [, major, minor = '0', patch = '0', prerelease] = match;
  const isPrerelease = prerelease !== undefined && Number(patch) === 0;
  return { major: Number(major), minor: Number(minor), isPrerelease };
}

/** True from the release `major.minor.0` on. */
function isAtLeast(version: Version, major: number, minor: number): boolean {
  if (version.major !== major) return version.major > major;
  return version.minor > minor || (version.minor === minor && !version.isPrerelease);
}
