// A document of a shop for tests of the living mock: customers, products, and orders that name both.
export const SHOP = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
security: []
paths:
  /customers:
    get: { operationId: listCustomers, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Customer' } } } } } } }
    post: { operationId: addCustomer, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } } } }
  /customers/{id}:
    get: { operationId: getCustomer, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Customer' } } } }, '404': { description: no } } }
    delete: { operationId: dropCustomer, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: ok }, '404': { description: no } } }
  /products:
    get: { operationId: listProducts, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Product' } } } } } } }
    post: { operationId: addProduct, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Product' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Product' } } } } } }
  /products/{id}:
    get: { operationId: getProduct, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Product' } } } }, '404': { description: no } } }
  /orders:
    get: { operationId: listOrders, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } } } } }
    post: { operationId: addOrder, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } }
  /orders/{id}:
    get: { operationId: getOrder, parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }], responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }, '404': { description: no } } }
components:
  schemas:
    Customer:
      type: object
      required: [name, email, phone, address, createdAt, updatedAt]
      properties:
        id: { type: string, readOnly: true }
        name: { type: string, minLength: 2 }
        email: { type: string, format: email, description: Unique. }
        phone: { type: string }
        address: { type: object, required: [street, city, postcode, country], properties: { street: { type: string }, city: { type: string }, postcode: { type: string }, country: { type: string, minLength: 2, maxLength: 2 } } }
        isActive: { type: boolean }
        createdAt: { type: string, format: date-time, readOnly: true }
        updatedAt: { type: string, format: date-time, readOnly: true }
    Product:
      type: object
      required: [name, price, currency, tags]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        price: { type: number, minimum: 0 }
        currency: { type: string, pattern: '^[A-Z]{3}$' }
        tags: { type: array, minItems: 1, maxItems: 3, items: { type: string } }
      examples:
        - { id: 7, name: Brass Lamp, price: 49.9, currency: EUR, tags: [light] }
    Order:
      type: object
      required: [customerId, lines, status, placedAt]
      properties:
        id: { type: string, format: uuid, readOnly: true }
        customerId: { type: string }
        status: { type: string, enum: [placed, paid, shipped, cancelled] }
        placedAt: { type: string, format: date-time }
        lines: { type: array, minItems: 1, maxItems: 2, items: { type: object, required: [productId, quantity], properties: { productId: { type: integer }, quantity: { type: integer, minimum: 1 } } } }
`;
