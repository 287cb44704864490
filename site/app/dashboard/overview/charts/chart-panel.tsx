import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import './charts.css';

interface Query<Data> {
  data: Data | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface ChartPanelProps<Data> {
  id: string;
  title: string;
  query: Query<Data>;
  /** the sentence that says what the chart shows */
  tell: (data: Data) => string;
  /** drawn when there is anything to draw */
  renderChart: (data: Data) => ReactNode;
  isEmpty: (data: Data) => boolean;
  table: DataTable<Data>;
}

interface DataTable<Data> {
  columns: readonly [string, ...string[]];
  /** the first cell heads its row */
  rows: (data: Data) => readonly (readonly [string, ...string[]])[];
}

/** A chart in all its states, with its sentence and the numbers as a table behind it. */
export function ChartPanel<Data>(props: ChartPanelProps<Data>) {
  const { id, title, query, tell, renderChart, isEmpty, table } = props;
  const { data, isPending, isError, isFetching, refetch } = query;
  return (
    <section aria-busy={isFetching} aria-labelledby={id} className="panel chart-panel">
      <h2 className="panel-title" id={id}>
        {title}
      </h2>
      {isPending && <Spinner className="mt-4" label="Counting leads…" />}
      {isError && (
        <div className="mt-4">
          <ListFailed busy={isFetching} onRetry={() => void refetch()} text="We couldn't load this chart." />
        </div>
      )}
      {data && (
        <>
          <p className="chart-sentence">{tell(data)}</p>
          {!isEmpty(data) && (
            <>
              {renderChart(data)}
              <ChartTable data={data} table={table} title={title} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function ChartTable<Data>({ title, table, data }: { title: string; table: DataTable<Data>; data: Data }) {
  return (
    <details className="chart-numbers">
      <summary>
        <Icon name="chevron-down" />
        Show the numbers<span className="sr-only">: {title}</span>
      </summary>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows(data).map(([head, ...cells]) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              {cells.map((cell, place) => (
                <td className="figure" key={table.columns[place + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
