/**
 * Opens the menu of a button and focuses the button, so that Tab moves to the entries and Escape returns the focus.
 */
export function openMenu(selector: string): void {
  const before = document.activeElement;
  const button = document.querySelector<HTMLButtonElement>(selector);
  button?.focus();
  button?.click();
  function giveBack({ newState }: ToggleEvent) {
    if (newState === 'open') return;
    button?.popoverTargetElement?.removeEventListener('toggle', giveBack as EventListener);
    if (document.activeElement === button && before !== document.body) (before as HTMLElement | null)?.focus();
  }
  button?.popoverTargetElement?.addEventListener('toggle', giveBack as EventListener);
}
