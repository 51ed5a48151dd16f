// Hands text to the clipboard, and files to the downloads.

/** Falls back to `execCommand`, which needs no permission after a click or key press. */
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

/** Saves a file as a download. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Long enough for the browser to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
