/**
 * Adds rules to those of the page. Not as the text of an element, which the page's policy forbids, nor as a file, which would be requested
 * again. One rule contains all, because each would have to be inserted alone.
 */
export function addStyles(text: string): void {
  const sheet = document.querySelector('style')?.sheet;
  sheet?.insertRule(`@media all{${text}}`, sheet.cssRules.length);
}
