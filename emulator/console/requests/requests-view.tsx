// The live journal: the list and the open request.
import { useEffect, useEffectEvent, useRef } from 'react';
import { openItem, useOpenItem } from '../store/use-view.ts';
import { messages } from '../messages/messages.ts';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';
import { linkedRequest } from './request-link.ts';
import { RequestTools } from './request-tools.tsx';
import { useRequests } from './use-requests.ts';
import { CommandLine } from '../elements/command-line.tsx';
import { Empty } from '../elements/empty.tsx';
import { TokenMaker } from '../people/token-maker.tsx';
import { useConsole } from '../store/use-console.ts';

export function RequestsView() {
  const requests = useRequests();
  const linked = linkedRequest(useOpenItem());
  const openId = linked?.id ?? null;
  const list = useRef<HTMLDivElement>(null);
  const open = (id: number) => openItem('requests', String(id));
  const isThere = requests.total > 0;
  const hold = useEffectEvent(() => requests.hold());
  useEffect(() => {
    if (openId !== null && isThere) hold();
  }, [openId, isThere]);
  const close = () => {
    openItem('requests', '');
    if ((list.current?.scrollTop ?? 0) === 0) requests.follow();
    list.current?.focus();
  };
  const showNew = () => {
    requests.follow();
    list.current?.scrollTo({ top: 0 });
    list.current?.focus();
  };
  return (
    <div className="beside" data-open={openId !== null}>
      <div className="requests">
        <RequestTools requests={requests} />
        {requests.waiting === 0 ? null : (
          <button type="button" className="new-button" onClick={showNew}>
            {messages.requests.newOnes(requests.waiting)}
          </button>
        )}
        {requests.total === 0 ? (
          <NoRequests />
        ) : (
          <RequestList ref={list} requests={requests} openId={openId} onOpen={open} onClose={close} />
        )}
      </div>
      {linked === null ? null : <RequestDetail key={`${linked.id} ${linked.atMs}`} linked={linked} onClose={close} />}
    </div>
  );
}

// Shown before the first request, with a command to send one.
export function NoRequests() {
  const { address } = useConsole();
  return (
    <Empty title={messages.requests.none}>
      <p>{messages.requests.tryThis}</p>
      <CommandLine text={`curl -i ${address}/api/v1/flights`} />
      <p>{messages.requests.tryAsPilot}</p>
      <TokenMaker />
    </Empty>
  );
}
