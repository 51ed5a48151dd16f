export default function StatisticsView(_: { readonly app: unknown; readonly chooseFiles: () => void }) {
  return null;
}
