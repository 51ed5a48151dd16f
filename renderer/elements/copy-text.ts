// Copies text to the clipboard. Falls back to `execCommand`, which needs no permission after a click or key press.

export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'off-screen';
  document.body.append(field);
  field.select();
  // Deprecated, and the only option without the clipboard permission.
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
