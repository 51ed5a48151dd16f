// Puts text on the clipboard. Hosts that refuse the permission still allow the old way, from within a key or click.

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
  // Deprecated, and the only way left where the clipboard's permission is refused.
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}
