import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { ListFailed } from '../../screen/list-failed.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './charts.module.css';

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
  /** a sentence that describes the chart */
  summarize: (data: Data) => string;
  /** called only when there is data */
  renderChart: (data: Data) => ReactNode;
  isEmpty: (data: Data) => boolean;
  table: DataTable<Data>;
}

interface DataTable<Data> {
  columns: readonly [string, ...string[]];
  /** the first cell is the row's header */
  rows: (data: Data) => readonly (readonly [string, ...string[]])[];
}

/** A chart in all its states, with a sentence and its data table. */
export function ChartPanel<Data>(props: ChartPanelProps<Data>) {
  const { id, title, query, summarize, renderChart, isEmpty, table } = props;
  const { data, isPending, isError, isFetching, refetch } = query;
  return (
    <section aria-busy={isFetching} aria-labelledby={id} className={classNames(styles.panel, 'panel')}>
      <h2 className="panel-title" id={id}>
        {title}
      </h2>
      {isPending && <Spinner className={styles.state} label="Counting leads…" />}
      {isError && (
        <div className={styles.state}>
          <ListFailed busy={isFetching} onRetry={() => void refetch()} text="We couldn't load this chart." />
        </div>
      )}
      {data && (
        <>
          <p className="small muted">{summarize(data)}</p>
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
    <details className={styles.numbers}>
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
              {cells.map((cell, index) => (
                <td className="figure" key={table.columns[index + 1]}>
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
