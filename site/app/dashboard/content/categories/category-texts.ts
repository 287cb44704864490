// The texts of the categories screen: dialogs, the category select, error messages.
import { defineTexts } from '../../../texts/define-texts.ts';

export const categoryTexts = defineTexts({
  title: 'Categories Management',
  description: 'Organize your services with categories',
  add: 'Add Category',
  empty: 'No categories found.',
  what: 'categories',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  dialog: {
    addTitle: 'Add category',
    renameTitle: 'Rename category',
    name: 'Name',
    add: 'Add category',
    rename: 'Save name',
    saved: 'Saved',
  },
  select: {
    label: 'Category',
    none: 'No category',
    loading: '...',
    retry: "We couldn't load the categories. Try again",
  },
  deletion: {
    thing: 'category',
    counting: 'Its services will become uncategorized.',
    unused: 'No services use it.',
    services: (count: number) =>
      `${count === 1 ? '1 service' : `${count} services`} will become uncategorized.`,
  },
  errors: {
    nameMissing: 'Enter a category name',
    nameTooLong: (most: number) => `Shorten the name to ${most} characters or fewer`,
    nameTaken: 'A category with this name already exists',
    denied: "You don't have permission to change categories. Ask an owner.",
    changed: 'Someone else renamed or deleted this category. Refresh and try again.',
  },
});
