// Makes tables that Markdown can express: equal rows of cells with one line of text each.
import { findAll, isBlank, isBlock, rename, unwrap } from './clipboard-dom.ts';

/** A table wider than this comes from a broken `colspan`. */
const maxColumns = 100;

/** Replaces tables that only lay out a page, and evens out the others. */
export function cleanTables(body: Element): void {
  for (const table of findAll(body, 'table')) {
    const rows = rowsOf(table).filter((row) => !isBlank(row));
    const columns = Math.max(0, ...rows.map((row) => row.children.length));
    if (columns < 2 || table.querySelector('table')) flatten(table);
    else evenOut(table, rows);
  }
}

function rowsOf(table: Element): Element[] {
  return findAll(table, 'tr').filter((row) => row.parentElement?.closest('table') === table);
}

/** Cells become blocks, one below the other. */
function flatten(table: Element): void {
  const own = (part: Element) => part.parentElement?.closest('table') === table;
  const parts = findAll(table, 'caption,td,th,tr,thead,tbody,tfoot,colgroup,col').filter(own);
  for (const part of parts) {
    if (part.nodeName.startsWith('COL')) part.remove();
    else if (/^T[DH]$|^CAPTION$/.test(part.nodeName)) rename(part, 'div');
  }
  for (const part of findAll(table, 'tr,thead,tbody,tfoot').filter(own)) unwrap(part);
  unwrap(table);
}

function evenOut(table: Element, rows: readonly Element[]): void {
  const document = table.ownerDocument;
  for (const caption of findAll(table, 'caption')) {
    table.before(caption);
    rename(caption, 'p');
  }
  /** for each column, in how many further rows a cell from above is still there */
  const taken: number[] = [];
  const grid = rows.map((row) => {
    const cells: Element[] = [];
    const fill = () => {
      while ((taken[cells.length] ?? 0) > 0) {
        taken[cells.length] = (taken[cells.length] ?? 0) - 1;
        cells.push(document.createElement('td'));
      }
    };
    for (const cell of Array.from(row.children)) {
      fill();
      const [width, height] = ['colspan', 'rowspan'].map((name) => Number(cell.getAttribute(name)) || 1);
      for (let column = 0; column < Math.min(width ?? 1, maxColumns); column += 1) {
        taken[cells.length] = (height ?? 1) - 1;
        cells.push(column === 0 ? cell : document.createElement('td'));
      }
    }
    fill();
    return cells;
  });
  const isEmptyColumn = (column: number) => grid.every((cells) => !cells[column] || isBlank(cells[column]));
  const width = Math.max(...grid.map((cells) => cells.length));
  const kept = Array.from({ length: width }, (_, column) => column).filter(
    (column) => !isEmptyColumn(column),
  );

  const clean = document.createElement('table');
  grid.forEach((cells, index) => {
    const row = document.createElement('tr');
    for (const column of kept) {
      const cell = cells[column] ?? document.createElement('td');
      flattenCell(cell, index === 0);
      row.appendChild(cell);
    }
    clean.appendChild(row);
  });
  table.replaceWith(clean);
}

/** One line of text. The first row is the header, which is bold already. */
function flattenCell(cell: Element, isHeader: boolean): void {
  const document = cell.ownerDocument;
  const separator = (block: Element) => (block.nodeName === 'LI' ? '; ' : ' ');
  for (const part of findAll(cell, 'br,hr')) part.replaceWith(document.createTextNode(' '));
  if (isHeader) for (const bold of findAll(cell, 'strong,b')) unwrap(bold);
  for (const block of findAll(cell, '*').filter(isBlock)) {
    const isFirst = block.parentElement?.firstElementChild === block;
    if (!isFirst || block.previousSibling) block.before(document.createTextNode(separator(block)));
    if (block.nodeName !== 'LI') block.after(document.createTextNode(' '));
    unwrap(block);
  }
}
