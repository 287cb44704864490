import { agency } from '../agency.ts';
import { Icon } from '../ui/icon.tsx';
import { PagedList } from '../ui/screen/paged-list.tsx';
import { ScreenHeading } from '../ui/screen/screen-heading.tsx';
import { useCategories } from './list-categories.ts';

export function meta() {
  return [{ title: `Categories · ${agency.name}` }];
}

export default function AdminCategories() {
  const categories = useCategories();
  return (
    <>
      <ScreenHeading text="Organize your services with categories" title="Categories Management" />
      <PagedList className="card-grid" emptyText="No categories found." query={categories} what="categories">
        {(category) => (
          <div className="panel flex min-h-16 items-center gap-3 px-5 py-3">
            <Icon className="text-harbour" name="folder" />
            <h2 className="panel-title min-w-0 wrap-anywhere">{category.name}</h2>
          </div>
        )}
      </PagedList>
    </>
  );
}
