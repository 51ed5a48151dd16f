// Prints flights: reads them, renders the pages and opens the system's print dialog.
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useChosenColumns } from '../filter/use-chosen-columns.ts';
import { useLogbookAddress } from '../filter/use-logbook.ts';
import { useStore } from '../../store/use-window.ts';
import { PrintSheet } from './print-sheet.tsx';
import { readPrint, type Print, type PrintQuestion } from './print-flights.ts';

type Printing = {
  /** The number of flights read so far; null when none are being read. */
  readonly read: number | null;
  /** The pages, while the dialog is open. */
  readonly sheet: ReactNode;
  readonly start: (question: PrintQuestion) => Promise<void>;
  readonly cancel: () => void;
};

export function usePrint(): Printing {
  const store = useStore();
  const address = useLogbookAddress();
  const columns = useChosenColumns();
  const [read, setRead] = useState<number | null>(null);
  const [print, setPrint] = useState<Print | null>(null);
  const current = useRef<AbortController | null>(null);
  const onPrinted = useCallback(() => setPrint(null), []);

  async function start(question: PrintQuestion) {
    const controller = new AbortController();
    current.current = controller;
    setRead(0);
    const result = await readPrint(store, question, controller.signal, setRead);
    if (controller.signal.aborted) return;
    setRead(null);
    if (result?.ok) setPrint(result.value);
    else if (result !== null) store.showFailure(result.failure);
  }
  function cancel() {
    current.current?.abort();
    setRead(null);
  }
  const sheet = print && <PrintSheet print={print} columns={columns} address={address} onPrinted={onPrinted} />;
  return { read, sheet, start, cancel };
}
