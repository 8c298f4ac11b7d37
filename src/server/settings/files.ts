import type { Reader } from './environment';

/** A bucket that speaks S3's protocol. */
export interface ObjectStoreSettings {
  bucket: string;
  region: string;
  /** Absent: Amazon's. */
  endpoint: string | undefined;
  keyId: string;
  secret: string;
  /** Where members' phones reach the bucket. Absent: the gateway hands its files on. */
  publicUrl: string | undefined;
}

/** Absent: files are in a folder. */
export function readObjectStore({ text, address, together }: Reader): ObjectStoreSettings | undefined {
  const named = together('S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  const more = {
    region: text('S3_REGION', 'us-east-1'),
    endpoint: address('S3_ENDPOINT', '') || undefined,
    publicUrl: address('S3_PUBLIC_URL', '') || undefined,
  };
  if (!named) return;
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secret } = named;
  return { bucket, keyId, secret, ...more };
}
