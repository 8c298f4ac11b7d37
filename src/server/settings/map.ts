/** The provider of places, and the source of map tiles. */
export interface MapSettings {
  /** A key of Tencent's location service, which never leaves the gateway. Absent: a sandbox that only knows areas. */
  tencent: TencentMapSettings | undefined;
  /** Map tiles in gcj02, with the placeholders `{z}`, `{x}` and `{y}`. Empty: drawn placeholders. */
  tilesUrl: string;
}

export interface TencentMapSettings {
  /** `https://apis.map.qq.com`, or a replacement for tests. */
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
