import { lazy, Suspense } from "react";
import { closeAddProduct, useAddProductRequest } from "../../shared/add-product.ts";

const SelectService = lazy(async () => {
  const { SelectServiceDialog } = await import("../../catalogue/products/select-service-dialog.tsx");
  return { default: SelectServiceDialog };
});

/** Loads the select-service popup when it is first opened. */
export function AddProductSlot() {
  const request = useAddProductRequest();
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <SelectService request={request} onClose={closeAddProduct} />
    </Suspense>
  );
}
