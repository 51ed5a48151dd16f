// The statistics of the filtered flights: totals, charts over time, rankings and records.
import { useMemo } from 'react';
import type { AppState } from '../../../main/contract/state.ts';
import { FailureNote } from '../../elements/failure-message.tsx';
import { t } from '../../text.ts';
import {
  CompletenessLine,
  FiguresOf,
  isKnownOf,
  LacksFigures,
  lacksFigures,
  NoFlights,
  TotalsLine,
} from '../flight-summary.tsx';
import { ExportMenu } from '../export-menu.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { useFlightsRevision, useLogbookAddress, useLogbookFilter, useToday } from '../use-logbook.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useTexts } from '../../store/use-window.ts';
import {
  AircraftPanel,
  AirportsPanel,
  DaysPanel,
  DelayPanel,
  MonthsPanel,
  PilotsPanel,
  PointsPanel,
  RecordsPanel,
  RoutesPanel,
} from './panels.tsx';
import { SharePeriod } from './share-dialog.tsx';
import './statistics.css';

type Props = { readonly app: AppState; readonly chooseFiles: () => void };

export default function StatisticsView({ app, chooseFiles }: Props) {
  const address = useLogbookAddress();
  const filter = useLogbookFilter();
  const today = useToday();
  const texts = useTexts();
  const question = useMemo(() => ({ filter }), [filter]);
  const { value, isOld, failure } = useAnswer('logbook.statistics', question, useFlightsRevision());
  const totals = value?.totals ?? null;
  // They have nothing of the state, which changes each second while something uploads.
  const panels = useMemo(
    () =>
      value && (
        <div className="panels">
          {value.pilots.length > 1 && <PilotsPanel statistics={value} address={address} />}
          <MonthsPanel statistics={value} address={address} />
          {value.aircraft.top.length > 0 && <AircraftPanel statistics={value} address={address} />}
          <DaysPanel statistics={value} address={address} today={today} />
          {value.totals.delay.known > 0 && <DelayPanel statistics={value} address={address} />}
          <AirportsPanel statistics={value} address={address} />
          {isKnownOf(value.totals, 'points') && <PointsPanel statistics={value} address={address} />}
          <RoutesPanel statistics={value} address={address} />
          <RecordsPanel statistics={value} address={address} />
        </div>
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- The texts of all of them.
    [value, address, today, texts],
  );
  return (
    <main className="flights" id="main" tabIndex={-1}>
      <h1 className="off-screen">{t('window.nav.view', { view: 'statistics' })}</h1>
      <FilterBar>
        <SharePeriod app={app} address={address} filter={filter} today={today} />
        <ExportMenu filter={filter} order={address.order} total={totals?.flights ?? 0} />
      </FilterBar>
      <FailureNote failure={failure} />
      {totals?.flights === 0 && <NoFlights app={app} address={address} read={totals} chooseFiles={chooseFiles} />}
      {totals !== null && totals.flights > 0 && lacksFigures(totals) && <LacksFigures app={app} view={null} />}
      {value !== null && totals !== null && totals.flights > 0 && !lacksFigures(totals) && (
        <FiguresOf read={totals}>
          <div className="statistics" tabIndex={-1}>
            <TotalsLine totals={totals} isOld={isOld} />
            <CompletenessLine app={app} address={address} totals={totals} hasDates />
            {panels}
          </div>
        </FiguresOf>
      )}
    </main>
  );
}
