import type { OriginKind } from '../../contract/embed/partners';

const preview = /^https:\/\/\*((?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?){2,})(:\d{1,5})?$/;
const app = /^([a-z][a-z0-9+.-]*):\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;
/** Schemes whose pages have no origin, or one that is not unique. */
const notOfAnApp = ['file', 'data', 'blob', 'javascript', 'about', 'ws', 'wss', 'ftp'];
const isLocal = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

export const kindOf = (origin: string): OriginKind => {
  if (origin.includes('*')) return 'preview';
  return /^https?:/.test(origin) ? 'site' : 'app';
};

interface Where {
  kind: OriginKind;
  /** Of test mode. */
  test: boolean;
  /** A development machine, whose own pages may use http. */
  local: boolean;
}

/** The reason why an origin is invalid, if it is. */
export function wrongOrigin(origin: string, { kind, test, local }: Where): string | undefined {
  if (kind === 'preview') {
    if (!test) return 'has a wildcard, which only test mode allows; name each origin';
    return preview.test(origin) ? undefined : 'is not a wildcard like https://*.preview.example';
  }
  if (origin.includes('*')) return 'has a wildcard; name each origin';
  if (kind === 'app') {
    const [, scheme = ''] = app.exec(origin) ?? [];
    if (!scheme || notOfAnApp.includes(scheme))
      return 'is not the origin of an app, like capacitor://localhost';
    if (/^https?$/.test(scheme) && new URL(origin).hostname !== 'localhost')
      return 'is the origin of a page: add it as a site';
    return;
  }
  if (!URL.canParse(origin) || new URL(origin).origin !== origin || origin === 'null')
    return 'is not an origin like https://shop.example, in lower case, without a path or a default port';
  const { protocol, hostname } = new URL(origin);
  if (protocol === 'https:') return;
  if (protocol !== 'http:') return 'must begin with https://';
  return isLocal(hostname) && local
    ? undefined
    : 'must begin with https:// (http only for localhost, in test mode)';
}

/** Whether a list contains an origin; a wildcard stands for one label. */
export function isListed(origins: readonly string[], origin: string): boolean {
  return origins.some((one) => {
    if (one === origin) return true;
    const [, domain, port = ''] = preview.exec(one) ?? [];
    if (!domain) return false;
    const end = `${domain}${port}`;
    const label = origin.startsWith('https://') && origin.endsWith(end) ? origin.slice(8, -end.length) : '';
    return /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label);
  });
}

/** The origin of an address, including addresses with an app's own scheme. */
export function originOf(address: string): string {
  const { origin, protocol, host } = new URL(address);
  return origin === 'null' ? `${protocol}//${host}` : origin;
}
