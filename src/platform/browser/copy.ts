/**
 * Copies a text with an old method that WeChat's browser supports, within the tap: iPhones lose the tap at the first asynchronous step,
 * and WeChat's clipboard API refuses. Then tries the new method. False: neither works.
 */
export function copy(text: string): Promise<boolean> {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // prevents the keyboard from opening
  field.style.cssText = 'position:fixed;top:0;left:0;opacity:0;font-size:16px';
  const { activeElement } = document;
  document.body.append(field);
  field.select();
  field.setSelectionRange(0, text.length);
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // not supported
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
