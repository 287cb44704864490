/** Of the pages that an export reads. */
export const exportKey = ['lead-export'];
