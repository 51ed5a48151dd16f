// Reads the descriptions once. They need no token. That of the service comes from the control interface: faults and journal
// are for clients.
import { useEffect, useState } from 'react';
import { useConsole } from '../store/use-console.ts';
import { operationsOf } from './operations.ts';
import type { Description, Operation } from './operations.ts';

type Descriptions = {
  readonly control: readonly Operation[];
  readonly service: readonly Operation[];
  readonly isRead: boolean;
};

const read = (url: string): Promise<Operation[]> =>
  fetch(url)
    .then(async (response) => (response.ok ? operationsOf((await response.json()) as Description) : []))
    .catch(() => []);

export function useDescriptions(): Descriptions {
  const { base } = useConsole();
  const [descriptions, setDescriptions] = useState<Descriptions>({ control: [], service: [], isRead: false });
  useEffect(() => {
    let isWanted = true;
    void Promise.all([read(`${base}openapi.json`), read(`${base}openapi-service.json`)]).then(([control, service]) => {
      if (isWanted) setDescriptions({ control, service, isRead: true });
    });
    return () => {
      isWanted = false;
    };
  }, [base]);
  return descriptions;
}
