// A view of one list: tools above it, the detail of the open row beside it. What is open is in the URL.
import { useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { openItem, useOpenItem } from '../store/address.ts';
import type { View } from '../store/address.ts';
import { List } from './list.tsx';

/** What is open in a view; closing it returns the focus to the list. */
export function useOpened(view: View) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    openItem(view, '');
    list.current?.focus();
  };
  return { view, list, openKey: useOpenItem(), open: (key: string) => openItem(view, key), close };
}

type ListViewProps<Item> = Omit<
  ComponentProps<typeof List<Item>>,
  'name' | 'list' | 'openKey' | 'onOpen' | 'onClose'
> & {
  readonly opened: ReturnType<typeof useOpened>;
  readonly tools: ReactNode;
  /** Instead of the list while it has nothing. */
  readonly empty?: ReactNode;
  /** Of the open row. */
  readonly detail: ReactNode;
};

export function ListView<Item>({ opened, tools, empty, detail, ...list }: ListViewProps<Item>) {
  const { view, open, close, openKey } = opened;
  return (
    <div className="beside" data-open={Boolean(detail)}>
      <div className="listing">
        {tools}
        {list.groups.length === 0 ? (
          empty
        ) : (
          <List {...list} list={opened.list} name={view} openKey={openKey} onOpen={open} onClose={close} />
        )}
      </div>
      {detail}
    </div>
  );
}

/** The line above a list: the title of the view, and what it offers. */
export function Tools({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="tools">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
