let known: Promise<Set<string>> | undefined;

async function readList(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/**
 * Whether a password is among the 49,000 most frequent ones in public leaks, in any case of its letters. The list is read when it is first
 * needed: it takes 50 ms and 4 MB.
 */
export async function isLeaked(password: string): Promise<boolean> {
  known ??= readList();
  return (await known).has(password.toLowerCase());
}
