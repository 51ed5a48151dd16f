// All calls of the control interface and of the service, from their OpenAPI descriptions.
import { useState } from 'react';
import { operations } from '../client/operations.ts';
import type { Operation } from '../client/operations.ts';
import { Filter, ListView, Tools, useOpened } from '../elements/list.tsx';
import { messages } from '../messages/messages.ts';
import { usePart } from '../store/use-store.ts';
import { CallDetail } from './call-detail.tsx';

const text = messages.api;
const all = [...operations.control, ...operations.service];

export function ApiView() {
  const isStrict = usePart('health')?.mode === 'strict';
  const [wanted, setWanted] = useState('');
  const opened = useOpened('api');
  const open = all.find(({ id }) => id === opened.openKey);
  const fits = ({ id, method, path, summary }: Operation) =>
    `${id} ${method} ${path} ${summary}`.toLowerCase().includes(wanted.toLowerCase());
  const sections = [
    { id: 'control', title: text.control, about: text.controlAbout, items: operations.control },
    {
      id: 'service',
      title: text.service,
      about: isStrict ? text.strict : text.serviceAbout,
      items: operations.service,
    },
  ];
  return (
    <ListView
      opened={opened}
      groups={sections.map(({ id, title, about, items }) => ({
        id,
        title,
        more: <span className="dim small">{about}</span>,
        items: items.filter(fits),
      }))}
      keyOf={({ id }) => id}
      renderRow={({ id, method, path, summary }) => ({
        key: id,
        tone: method.toLowerCase(),
        cells: {
          who: (
            <span className="mono" translate="no">
              <b>{method}</b> {path}
            </span>
          ),
          about: <span className="dim">{summary}</span>,
        },
      })}
      rowHigh={33}
      tools={
        <Tools title={messages.views.api}>
          <Filter label={text.filter} value={wanted} onChange={setWanted} />
        </Tools>
      }
      detail={
        open && (
          <CallDetail
            key={open.id}
            operation={open}
            isService={operations.service.includes(open)}
            onClose={opened.close}
          />
        )
      }
    />
  );
}
