// Copies text to the clipboard. Hosts without the permission still allow the deprecated way, from a key or click.

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
