// Hands text to the clipboard, and files to the downloads.

/** Returns whether the browser allowed it. */
export const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

/** Saves a file as a download. */
export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Long enough for the browser to read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
