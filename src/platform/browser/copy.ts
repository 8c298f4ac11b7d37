/**
 * Copies a text in an old way that WeChat's browser knows, within the tap that asks for it: iPhones forget the tap at the first thing
 * that is waited for, and its clipboard refuses. Then the new way. False: neither.
 */
export function copy(text: string): Promise<boolean> {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // no keyboard comes up
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0;font-size:16px';
  const { activeElement } = document;
  document.body.append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // not here
  }
  field.remove();
  (activeElement as HTMLElement | null)?.focus?.();
  if (done) return Promise.resolve(true);
  if (!navigator.clipboard) return Promise.resolve(false);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
