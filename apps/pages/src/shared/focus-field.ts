/** Puts the focus on a field, such as the first one with an error. */
export function focusField(id: string): void {
  document.getElementById(id)?.focus();
}
