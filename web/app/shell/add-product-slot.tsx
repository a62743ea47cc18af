import { lazy, Suspense, type ComponentType } from "react";
import { closeAddProduct, useAddProductRequest, type AddProductRequest } from "../../shared/add-product.ts";

type SlotModule = { SelectServiceDialog: ComponentType<{ request: AddProductRequest; onClose: () => void }> };

// A glob and not an import: the popup belongs to the catalogue, and the shell stands without it.
const [load] = Object.values(import.meta.glob<SlotModule>("../../catalogue/products/select-service-dialog.tsx"));
const SelectService = load && lazy(async () => ({ default: (await load()).SelectServiceDialog }));

export const canAddProduct = load !== undefined;

/** The select-service popup, fetched when it is first asked for. */
export function AddProductSlot() {
  const request = useAddProductRequest();
  if (!request || !SelectService) return null;
  return (
    <Suspense fallback={null}>
      <SelectService request={request} onClose={closeAddProduct} />
    </Suspense>
  );
}
