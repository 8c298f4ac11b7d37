/** Places and maps: who knows them, and where the pieces of a map come from. */
export interface MapSettings {
  /** A key of Tencent's location service, which never leaves the gateway. Absent: a sandbox that knows areas only. */
  tencent: TencentMapSettings | undefined;
  /** Pieces of a map in gcj02, with `{z}`, `{x}` and `{y}` to be filled in. Empty: a drawn stand-in. */
  tilesUrl: string;
}

export interface TencentMapSettings {
  /** `https://apis.map.qq.com`, or a stand-in for it. */
  api: string;
  key: string;
}

/** `TENCENT_MAP_KEY`, `TENCENT_MAP_API_URL`, `MAP_TILES_URL`. */
export function readMap(env: Record<string, string | undefined>, mistakes: string[]): MapSettings {
  const address = (name: string, otherwise: string) => {
    const value = env[name]?.trim() || otherwise;
    if (value && !/^https?:\/\/[^/\s]+/.test(value))
      mistakes.push(`${name} must be an http or https address`);
    return value;
  };
  const key = env.TENCENT_MAP_KEY?.trim();
  const tilesUrl = address('MAP_TILES_URL', '');
  if (tilesUrl && !['{z}', '{x}', '{y}'].every((part) => tilesUrl.includes(part)))
    mistakes.push('MAP_TILES_URL must hold {z}, {x} and {y}');
  const api = address('TENCENT_MAP_API_URL', 'https://apis.map.qq.com').replace(/\/+$/, '');
  return { tencent: key ? { api, key } : undefined, tilesUrl };
}
