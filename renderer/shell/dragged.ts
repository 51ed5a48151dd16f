// Reads what is dragged over the window. Until the drop, browsers reveal only kinds and types, not names.

export type Dragged = { readonly images: number; readonly others: number };

const imageTypes = ['image/png', 'image/jpeg'];

/** Counts the dragged files by type. Returns null if no file is dragged, but text or a link. */
export function countDragged(items: Iterable<{ readonly kind: string; readonly type: string }>): Dragged | null {
  const files = [...items].filter((item) => item.kind === 'file');
  if (files.length === 0) return null;
  const images = files.filter((file) => imageTypes.includes(file.type)).length;
  return { images, others: files.length - images };
}

type Dropped = { readonly files: readonly File[]; readonly folders: readonly File[] };

/** Separates files and folders: in a drop, a folder is a file that can't be read. */
export function splitDropped(transfer: DataTransfer): Dropped {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ file: item.getAsFile(), isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }));
  const found = (isFolder: boolean) =>
    entries.filter((entry) => entry.isFolder === isFolder).flatMap(({ file }) => (file === null ? [] : [file]));
  return { files: found(false), folders: found(true) };
}
