import type { Reader } from './environment';

/** A bucket with the S3 protocol. */
export interface ObjectStoreSettings {
  bucket: string;
  region: string;
  /** Absent: Amazon's endpoint. */
  endpoint: string | undefined;
  keyId: string;
  secret: string;
  /** The address of the bucket for members' phones. Absent: the gateway serves its files. */
  publicUrl: string | undefined;
}

/** Absent: files are stored in a folder. */
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
