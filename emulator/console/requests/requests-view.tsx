// The live journal: the list and the open request.
import { useRef, useState } from 'react';
import { words } from '../words/words.ts';
import { NoRequests } from './no-requests.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';
import { RequestTools } from './request-tools.tsx';
import { useRequests } from './use-requests.ts';

export function RequestsView() {
  const requests = useRequests();
  const [openId, setOpenId] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = (id: number) => {
    requests.hold();
    setOpenId(id);
  };
  const close = () => {
    setOpenId(null);
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
            {words.requests.newOnes(requests.waiting)}
          </button>
        )}
        {requests.total === 0 ? (
          <NoRequests />
        ) : (
          <RequestList ref={list} requests={requests} openId={openId} onOpen={open} onClose={close} />
        )}
      </div>
      {openId === null ? null : <RequestDetail key={openId} id={openId} onClose={close} />}
    </div>
  );
}
