// Whether a key belongs to a field or an open dialog, not to the window.

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isField = target.matches('textarea, select, [contenteditable]');
  const isText = target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(target.type);
  const isChoice = target instanceof HTMLInputElement && target.type === 'radio';
  return isField || isText || isChoice || target.closest('dialog') !== null;
}
