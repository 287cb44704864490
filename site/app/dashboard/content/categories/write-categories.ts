import { browserClient } from '../../../data/browser-client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { categoryTexts } from './category-texts.ts';

const { errors } = categoryTexts;

function explain(error: object): Error {
  return new Error(errorMessage(error, { 23505: errors.nameTaken, 42501: errors.denied }));
}

/** `before` is the name that was being edited; null makes a new category. */
export interface CategorySave {
  id: string;
  name: string;
  before: string | null;
}

export async function saveCategory({ id, name, before }: CategorySave): Promise<void> {
  const categories = browserClient().from('categories');
  if (before === null) {
    const { error } = await categories.insert({ id, name });
    // the id is made before the first try, so a retry finds the row of one whose response was lost
    if (error && !error.message.includes('categories_pkey')) throw explain(error);
    return;
  }
  const { data, error } = await categories.update({ name }).eq('id', id).eq('name', before).select('id');
  if (error) throw explain(error);
  if (data.length === 0) throw new Error(errors.changed);
}

/** Its services will become uncategorized. */
export async function deleteCategory(id: string): Promise<void> {
  const { error } = await browserClient().from('categories').delete().eq('id', id);
  if (error) throw explain(error);
}

/** How many services stand in a category. */
export async function countServicesOf(categoryId: string): Promise<number> {
  const { count } = await browserClient()
    .from('services')
    .select('id', { count: 'exact', head: true })
    .eq('category_id', categoryId)
    .throwOnError();
  return count ?? 0;
}
