// What hovers over the window. While it hovers a browser tells only kinds and types; names come with the drop.

export type Dragged = { readonly pictures: number; readonly others: number };

const imageTypes = ['image/png', 'image/jpeg'];

/** Counts files by their type; null where no file hovers (a text, a link). */
export function countDragged(items: Iterable<{ readonly kind: string; readonly type: string }>): Dragged | null {
  const files = [...items].filter((item) => item.kind === 'file');
  if (files.length === 0) return null;
  const pictures = files.filter((file) => imageTypes.includes(file.type)).length;
  return { pictures, others: files.length - pictures };
}

type Dropped = { readonly files: readonly File[]; readonly folderNames: readonly string[] };

/** Files and names of folders in a drop: a folder comes as a file that cannot be read. */
export function splitDropped(transfer: DataTransfer): Dropped {
  const entries = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ file: item.getAsFile(), isFolder: item.webkitGetAsEntry()?.isDirectory ?? false }));
  return {
    files: entries.filter((entry) => !entry.isFolder && entry.file !== null).map((entry) => entry.file!),
    folderNames: entries.filter((entry) => entry.isFolder).map((entry) => entry.file?.name ?? ''),
  };
}
