// The panel around a chart: loading, failed, empty states, a summary sentence, the table of its numbers.
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { Panel } from '../../screen/panel.tsx';
import screenStyles from '../../screen/screen.module.css';
import { QueryResult, type QueryResultState } from '../../screen/query-result.tsx';
import { chartTexts as t } from '../overview-texts.ts';
import styles from './charts.module.css';

interface DataTable<Data> {
  columns: readonly [string, ...string[]];
  /** the first cell is the row's header */
  rows: (data: Data) => readonly (readonly [string, ...string[]])[];
}

export interface ChartPanelProps<Data> {
  id: string;
  title: string;
  query: QueryResultState<Data>;
  /** a sentence that describes the chart */
  summarize: (data: Data) => string;
  /** called only when there is data */
  renderChart: (data: Data) => ReactNode;
  isEmpty: (data: Data) => boolean;
  table: DataTable<Data>;
}

/** A chart in all its states, with a sentence and its data table. */
export function ChartPanel<Data>(props: ChartPanelProps<Data>) {
  const { id, title, query, summarize, renderChart, isEmpty, table } = props;
  return (
    <Panel aria-busy={query.isFetching} className={styles.panel} id={id} title={title}>
      <QueryResult failedText={t.failed} loadingText={t.loading} query={query}>
        {(data) => (
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
      </QueryResult>
    </Panel>
  );
}

function ChartTable<Data>({ title, table, data }: { title: string; table: DataTable<Data>; data: Data }) {
  return (
    <details className={classNames('mt-12', styles.numbers, screenStyles.disclosure)}>
      <summary>
        <Icon name="chevron-down" />
        <RichText text={t.showNumbers(title)} />
      </summary>
      <table className="w-full">
        <thead>
          <tr className="hair-top">
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows(data).map(([head, ...cells]) => (
            <tr className="hair-top" key={head}>
              <th className="font-normal" scope="row">
                {head}
              </th>
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
