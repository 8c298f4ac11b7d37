import type { IncomingHttpHeaders } from 'node:http';
import type { WechatPaySettings } from '../../settings/provider-settings';
import { decryptResource, type EncryptedResource, isSigned, serialOf } from './signing';

type Headers = IncomingHttpHeaders | Record<string, string>;

interface Certificates {
  data: { serial_no: string; encrypt_certificate: EncryptedResource }[];
}

/**
 * Keys for verifying WeChat Pay's responses and notifications: its public key or, for older merchants, its certificates. Certificates are
 * fetched when a message names an unknown one, which also picks up new ones. `fetch` returns the raw response of `/v3/certificates`.
 */
export function createKeys(
  { publicKeyId, publicKey, apiV3Key, certificates }: WechatPaySettings,
  fetch: () => Promise<{ headers: Headers; text: string }>,
) {
  async function fetchCertificates(): Promise<void> {
    const { headers, text } = await fetch();
    const found = new Map(
      (JSON.parse(text) as Certificates).data.map(({ serial_no, encrypt_certificate }) => [
        serial_no,
        decryptResource(apiV3Key, encrypt_certificate), // which only WeChat Pay and we can encrypt
      ]),
    );
    const signer = found.get(serialOf(headers));
    if (!signer || !isSigned(signer, headers, text)) return;
    certificates.clear();
    for (const [serial, certificate] of found) certificates.set(serial, certificate);
  }

  return {
    /** Whether WeChat Pay signed this. */
    async verify(headers: Headers, body: string | Buffer): Promise<boolean> {
      const serial = serialOf(headers);
      if (publicKeyId) return serial === publicKeyId && isSigned(publicKey, headers, body);
      if (!/^[0-9A-F]{1,64}$/i.test(serial)) return false;
      if (!certificates.has(serial)) await fetchCertificates();
      const certificate = certificates.get(serial);
      return !!certificate && isSigned(certificate, headers, body);
    },
  };
}
